"""Runs jostle and other engines on the same start files, turn by turn, and prints a table.

usage: compare.py WORK [--jostle PATH] [--counts N ...] [--rounds R] [--threads T] [--kinds pile pileshuf] [--engines NAME ...]
       [--quality [--seconds S]]

WORK is a folder for start files and results. Every engine that is installed takes its turn in each round: 3 frames of warm-up, then
15 that are timed, 8 substeps each. What is printed is the median over the rounds of each round's median frame, in million
particle-substeps a second, and its range; results.json in WORK has all of it.

With --quality every engine runs once, for S simulated seconds (10), and what is printed is how its heap lies at the end: the root mean
square of its speeds (diameters/s), the mean overlap, that of the lowest five rows and the greatest (diameters); quality.json has it.
"""
import argparse, collections, json, os, statistics, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
WARM, FRAMES, SUBSTEPS = 3, 15, 8
FRAMES_A_SECOND = 60
SCENE = '[world]\nsize = [{edge}, {edge}]\nsolver = "{solver}"\n\n[[particles]]\nfile = "{start}"\nradius = 0.5\n'
# Seconds a frame and gigabytes for a million. These find contacts once a frame, and then solve eight times.
MOST = {"rapier": 100_000, "Box2D": 100_000}


def start_file(args, kind, count):
    path = os.path.join(args.work, f"{kind}_{count}.bin")
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(HERE, "gen_scene.py"), args.work, str(count)], check=True, stdout=subprocess.DEVNULL)
    return path


# `speed` gives the milliseconds of a frame, `rest` what a heap is like after some seconds.
Engine = collections.namedtuple("Engine", "speed rest")


def jostle(solver):
    def bench(args, start, count, *options):
        scene = start.replace(".bin", f"_{solver}.toml")
        with open(scene, "w") as f:
            f.write(SCENE.format(edge=round((1.6 * count) ** 0.5), solver=solver, start=os.path.basename(start)))
        report = scene.replace(".toml", ".json")
        command = [args.jostle, "bench", scene, "--backend", "cpu", "--threads", str(args.threads), *options, "--json", report]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return json.load(open(report))[0]

    def speed(args, start, count):
        return bench(args, start, count, "--warmup", str(WARM), "--frames", str(FRAMES))["ms_per_frame"]["median"]

    def rest(args, start, count):
        return bench(args, start, count, "--settle", "--seconds", str(args.seconds))["rows"][-1]
    return Engine(speed, rest)


def driver(command):
    def report(args, start, warm):
        out = os.path.join(args.work, "out.bin")
        done = subprocess.run(command(args, start, [str(warm), str(FRAMES)], out), check=True, capture_output=True, text=True)
        return json.loads(done.stdout.strip().splitlines()[-1]), out

    def speed(args, start, count):
        return report(args, start, WARM)[0]["median_ms"]

    def rest(args, start, count):
        from quality import quality
        moving, out = report(args, start, max(round(FRAMES_A_SECOND * args.seconds) - FRAMES, 0))
        return {"rms_speed": moving["rms_speed"], **quality(out)}
    return Engine(speed, rest)


def python(name, *rest):
    return driver(lambda args, start, steps, out: [sys.executable, os.path.join(HERE, name), start, *steps, out, str(args.threads), *rest])


def rust(name):
    return driver(lambda args, start, steps, out: [os.path.join(HERE, f"{name}/target/release/{name}-driver"), start, *steps, out,
                                                   str(args.threads), "1", str(SUBSTEPS)])


ENGINES = {
    "jostle, plain": jostle("plain"),
    "jostle, resting": jostle("resting"),
    "Taichi, springs": python("taichi_dem.py", "dem"),
    "Taichi, positions": python("taichi_dem.py", "pbd"),
    "Warp, springs": python("warp_dem.py"),
    "LAMMPS": python("lammps_driver.py"),
    "rapier": rust("rapier"),
    "Box2D": rust("box2d"),
}
# Jostle says it of itself by the rules of quality.py.
QUALITY = {"rms_speed": "rms speed", "mean_overlap": "mean overlap", "mean_overlap_lowest_rows": "lowest five rows", "max_overlap": "greatest overlap"}


def turns(args, rounds, run):
    """What each engine that runs gives in each round, by engine, kind and count; and why others did not."""
    results, failed, missing = {}, {}, {}
    for kind in args.kinds:
        for count in args.counts:
            start = start_file(args, kind, count)
            for _ in range(rounds):
                for name in args.engines:
                    if name in failed or name in missing or count > MOST.get(name, count):
                        continue
                    try:
                        result = run(ENGINES[name], start, count)
                        results.setdefault((name, kind, count), []).append(result)
                    # A driver that says something else than its numbers has failed, too.
                    except (subprocess.CalledProcessError, OSError, ValueError, LookupError, ImportError) as error:
                        (missing if is_missing(name, error) else failed)[name] = f"{error}\n{(getattr(error, 'stderr', '') or '')[-500:]}"
    return results, failed, missing


def is_missing(name, error):
    """Whether an engine, or what reads what it leaves, is not installed: it is left out. Jostle has to be there."""
    if name.startswith("jostle"):
        return False
    started = isinstance(error, FileNotFoundError) and error.filename is not None and not error.filename.endswith(".bin")
    return started or isinstance(error, ImportError) or "ModuleNotFoundError" in str(getattr(error, "stderr", "") or "")


def print_speeds(args, rates):
    columns = [(kind, count) for kind in args.kinds for count in args.counts]
    print("| engine |" + "".join(f" {kind} {count:,} |" for kind, count in columns))
    print("|---|" + "---|" * len(columns))
    for name in args.engines:
        cells = [rates.get((name, *column)) for column in columns]
        words = [f"{statistics.median(cell):.1f} ({min(cell):.1f}–{max(cell):.1f})" if cell else "" for cell in cells]
        print(f"| {name} | " + " | ".join(words) + " |")


def print_quality(results):
    print("| engine | start | " + " | ".join(QUALITY.values()) + " |")
    print("|---|---|" + "---|" * len(QUALITY))
    for (name, kind, count), [found] in results.items():
        lost = "".join(f", {found[word]} {word}" for word in ("lost", "outside") if found.get(word))
        print(f"| {name} | {kind} {count:,}{lost} | " + " | ".join(f"{found[key]:.2g}" for key in QUALITY) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work")
    parser.add_argument("--jostle", default=os.path.join(HERE, "../../target/release/jostle"))
    parser.add_argument("--counts", type=int, nargs="+")
    parser.add_argument("--kinds", nargs="+", default=["pile"])
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--quality", action="store_true")
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    args.work = os.path.abspath(args.work)
    args.counts = args.counts or ([10_000] if args.quality else [10_000, 100_000, 1_000_000])
    os.makedirs(args.work, exist_ok=True)
    if args.quality:
        # Before engines run for its sake.
        from quality import quality  # noqa: F401
        results, failed, missing = turns(args, 1, lambda engine, start, count: engine.rest(args, start, count))
        print_quality(results)
        named = [{"engine": name, "start": kind, "particles": count, **found} for (name, kind, count), [found] in results.items()]
    else:
        rate = lambda engine, start, count: count * SUBSTEPS / engine.speed(args, start, count) / 1e3
        results, failed, missing = turns(args, args.rounds, rate)
        print_speeds(args, results)
        named = [{"engine": name, "start": kind, "particles": count, "rates": all} for (name, kind, count), all in results.items()]
    for name, error in missing.items():
        print(f"{name} is left out, it is not installed: {error}", file=sys.stderr)
    for name, error in failed.items():
        print(f"{name} did not run: {error}", file=sys.stderr)
    json.dump(named, open(os.path.join(args.work, "quality.json" if args.quality else "results.json"), "w"), indent=1)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
