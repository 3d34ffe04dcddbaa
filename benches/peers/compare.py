"""Runs jostle and other engines on the same start files, turn by turn, and prints a table.

usage: compare.py WORK [--jostle PATH] [--counts N ...] [--rounds R] [--threads T] [--kinds pile pileshuf] [--engines NAME ...]

WORK is a folder for start files and results. Every engine that is installed takes its turn in each round: 3 frames of warm-up, then
15 that are timed, 8 substeps each. What is printed is the median over the rounds of each round's median frame, in million
particle-substeps a second, and its range; results.json in WORK has all of it.
"""
import argparse, json, os, statistics, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
WARM, FRAMES, SUBSTEPS = 3, 15, 8
SCENE = '[world]\nsize = [{edge}, {edge}]\nsolver = "{solver}"\n\n[[particles]]\nfile = "{start}"\nradius = 0.5\n'
# Seconds a frame and gigabytes for a million. It finds contacts once a frame, and then solves eight times.
MOST = {"rapier": 100_000}


def start_file(args, kind, count):
    path = os.path.join(args.work, f"{kind}_{count}.bin")
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(HERE, "gen_scene.py"), args.work, str(count)], check=True, stdout=subprocess.DEVNULL)
    return path


def jostle(solver):
    def run(args, start, count):
        scene = start.replace(".bin", f"_{solver}.toml")
        with open(scene, "w") as f:
            f.write(SCENE.format(edge=round((1.6 * count) ** 0.5), solver=solver, start=os.path.basename(start)))
        report = scene.replace(".toml", ".json")
        command = [args.jostle, "bench", scene, "--backend", "cpu", "--threads", str(args.threads)]
        command += ["--warmup", str(WARM), "--frames", str(FRAMES), "--json", report]
        subprocess.run(command, check=True, capture_output=True)
        return json.load(open(report))[0]["ms_per_frame"]["median"]
    return run


def driver(command):
    def run(args, start, count):
        out = os.path.join(args.work, "out.bin")
        done = subprocess.run(command(args, start, out), check=True, capture_output=True, text=True)
        return json.loads(done.stdout.strip().splitlines()[-1])["median_ms"]
    return run


def python(name, *rest):
    steps = [str(WARM), str(FRAMES)]
    return driver(lambda args, start, out: [sys.executable, os.path.join(HERE, name), start, *steps, out, str(args.threads), *rest])


ENGINES = {
    "jostle, plain": jostle("plain"),
    "jostle, resting": jostle("resting"),
    "Taichi, springs": python("taichi_dem.py", "dem"),
    "Taichi, positions": python("taichi_dem.py", "pbd"),
    "LAMMPS": python("lammps_driver.py"),
    "rapier": driver(lambda args, start, out: [os.path.join(HERE, "rapier/target/release/rapier-driver"), start, str(WARM), str(FRAMES), out,
                                               str(args.threads), "1", str(SUBSTEPS)]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work")
    parser.add_argument("--jostle", default=os.path.join(HERE, "../../target/release/jostle"))
    parser.add_argument("--counts", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--kinds", nargs="+", default=["pile"])
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    rates, failed = {}, {}
    for kind in args.kinds:
        for count in args.counts:
            start = start_file(args, kind, count)
            for _ in range(args.rounds):
                for name in args.engines:
                    if name in failed or count > MOST.get(name, count):
                        continue
                    try:
                        rate = count * SUBSTEPS / ENGINES[name](args, start, count) / 1e3
                        rates.setdefault((name, kind, count), []).append(rate)
                    except (subprocess.CalledProcessError, OSError) as error:
                        failed[name] = f"{error}\n{(getattr(error, 'stderr', '') or '')[-500:]}"
    columns = [(kind, count) for kind in args.kinds for count in args.counts]
    print("| engine |" + "".join(f" {kind} {count:,} |" for kind, count in columns))
    print("|---|" + "---|" * len(columns))
    for name in args.engines:
        cells = [rates.get((name, *column)) for column in columns]
        words = [f"{statistics.median(cell):.1f} ({min(cell):.1f}–{max(cell):.1f})" if cell else "" for cell in cells]
        print(f"| {name} | " + " | ".join(words) + " |")
    for name, error in failed.items():
        print(f"{name} did not run: {error}", file=sys.stderr)
    results = [{"engine": name, "start": kind, "particles": count, "rates": all} for (name, kind, count), all in rates.items()]
    json.dump(results, open(os.path.join(args.work, "results.json"), "w"), indent=1)


if __name__ == "__main__":
    main()
