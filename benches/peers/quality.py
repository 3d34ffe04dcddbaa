"""How deep the discs of a result are in each other: what the drivers write, the same format as a start file.  usage: quality.py RESULT

Prints one line of JSON, in diameters: the mean overlap of the pairs that overlap, that of pairs with a centre in the lowest five rows
(less than 5.5 above the floor), the greatest, ends of contacts a disc, and how many discs are lost (no number) or outside the walls by
more than a fiftieth. The same rules as `jostle bench --settle`.
"""
import json, sys
import numpy as np
from scipy.spatial import cKDTree

LOWEST_ROWS, OUTSIDE = 5.5, 0.02


def load(path):
    data = open(path, "rb").read()
    count = int(np.frombuffer(data, np.uint32, 1)[0])
    edge = float(np.frombuffer(data, np.float32, 1, 4)[0])
    return edge, np.frombuffer(data, np.float32, 2 * count, 8).reshape(count, 2).astype(np.float64)


def quality(path):
    edge, places = load(path)
    found = places[np.isfinite(places).all(1)]
    outside = (found < 0.5 - OUTSIDE).any(1) | (found > edge - 0.5 + OUTSIDE).any(1)
    pairs = cKDTree(found).query_pairs(1.0, output_type="ndarray")
    overlaps = 1.0 - np.linalg.norm(found[pairs[:, 0]] - found[pairs[:, 1]], axis=1)
    low = found[pairs, 1].min(1) < LOWEST_ROWS
    mean = lambda values: float(values.mean()) if len(values) else 0.0
    return {
        "mean_overlap": mean(overlaps),
        "mean_overlap_lowest_rows": mean(overlaps[low]),
        "max_overlap": float(overlaps.max(initial=0.0)),
        "contacts_per_particle": 2.0 * len(overlaps) / len(places),
        "lost": len(places) - len(found),
        "outside": int(outside.sum()),
    }


if __name__ == "__main__":
    print(json.dumps(quality(sys.argv[1])))
