"""Writes a start of discs of several sizes, each a half of the one before, with as much area of each, and two scenes with it.

usage: mixed.py FOLDER COUNT SIZES

Squares as wide as the largest disc, each full of discs of one size, in no order, fill four fifths of a box of which they soon make a
heap. The smallest disc has the diameter 1. There are about COUNT discs: whole squares. For `jostle bench FOLDER/mixed_COUNT_SIZES_plain.toml`
and `..._resting.toml`.
"""
import math
import os
import random
import sys


def main(folder, count, sizes):
    largest = 2 ** (sizes - 1)
    squares = math.ceil(count * sizes / sum(4**k for k in range(sizes)))
    columns = math.ceil(math.sqrt(squares / 0.8))
    rows = math.ceil(squares / columns)
    kinds = [2 ** (k % sizes) for k in range(columns * rows)]
    random.Random(7).shuffle(kinds)
    edge = 1.02 * largest
    name = f"mixed_{count}_{sizes}"
    with open(os.path.join(folder, name + ".csv"), "w") as table:
        table.write("x,y,radius\n")
        for place, diameter in enumerate(kinds):
            for k in range((largest // diameter) ** 2):
                x, y = k % (largest // diameter), k // (largest // diameter)
                at = [place % columns * edge + (x + 0.5) * 1.02 * diameter, place // columns * edge + (y + 0.5) * 1.02 * diameter]
                table.write(f"{at[0]:.6g},{at[1]:.6g},{diameter / 2}\n")
    for solver in ["plain", "resting"]:
        with open(os.path.join(folder, f"{name}_{solver}.toml"), "w") as scene:
            size = [columns * edge, rows * edge * 1.25]
            scene.write(f'[world]\nsize = [{size[0]:.3f}, {size[1]:.3f}]\nsolver = "{solver}"\n\n[[particles]]\nfile = "{name}.csv"\n')


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
