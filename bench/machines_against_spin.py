#!/usr/bin/env python3
"""States per second of arges and of spin's pan on the same state machines, side by side in one run.

    bench/machines_against_spin.py                        # five systems of 0.4 to 5 million states
    bench/machines_against_spin.py --sizes ring=9,commit=6
    bench/machines_against_spin.py --reduction            # with partial-order reduction, ours and spin's

Both search the whole space for failing assertions: `arges check --engine explicit`, and pan as `gcc -O2 -DSAFETY -DNOREDUCE` compiles it
from `arges convert --to promela`. Times are CPU seconds of the search alone, the best of three: pan's without compiling it, ours without
loading the model and without checking the proof, and so pan's with allocating its tables. The numbers of states must be the
same without reduction. It ends with 1 where they differ or where arges has fewer states per second.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
from machine_systems import SYSTEMS  # noqa: E402

SIZES = {"ring": 12, "commit": 8, "window": 7, "philosophers": 4, "counters": 8}
ROUNDS = 3


def run(arguments, folder):
    """The output of a command and its CPU seconds."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(arguments, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read()
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: exit {os.waitstatus_to_exitcode(status)}: {text[-400:]}")
    return text, usage.ru_utime + usage.ru_stime


def arges(program, model, folder, reduction):
    options = ["--check", "assertions", "--engine", "explicit", "--reduction", "por" if reduction else "none", "--format", "json"]
    text, _ = run([program, "check", model, *options], folder)
    result = json.loads(text)["results"][0]
    if result["verdict"] != "true":
        sys.exit(f"{model}: {result['verdict']} {result.get('reason')}")
    statistics = result["statistics"]
    return int(statistics["explicit::states"]), statistics["explicit::cpu_ms"] / 1000, result["certificate"]


def build_pan(program, model, folder, reduction):
    text, _ = run([program, "convert", model, "--to", "promela", "--check", "assertions"], folder)
    Path(folder, "model.pml").write_text(text, encoding="utf-8")
    run(["spin", "-o2", "-a", "model.pml"], folder)  # variables that are only written count, as for arges
    flags = ["-O2", "-w", "-DSAFETY", "-DMEMLIM=8000"] + ([] if reduction else ["-DNOREDUCE"])
    run(["gcc", *flags, "-o", "pan", "pan.c"], folder)


def pan(folder):
    text, seconds = run(["./pan", "-m5000000", "-w23", "-E", "-n"], folder)
    if "errors: 0" not in text or "max search depth too small" in text:
        sys.exit(f"pan: {text[-600:]}")
    return int(re.search(r"(\d+) states, stored", text).group(1)), seconds


def best(measure):
    """The states and the fewest seconds of some rounds."""
    rounds = [measure() for _ in range(ROUNDS)]
    return rounds[0][0], min(one[1] for one in rounds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, default=ROOT / "build/release/src/arges")
    parser.add_argument("--sizes", default="", help="NAME=N, separated by commas; the others are left out")
    parser.add_argument("--reduction", action="store_true", help="compare the reductions by partial orders")
    arguments = parser.parse_args()
    program = str(arguments.arges.resolve())
    sizes = {one.split("=")[0]: int(one.split("=")[1]) for one in arguments.sizes.split(",") if one} or SIZES
    slower = 0
    print(f"{'system':<16}{'arges':>12}{'spin':>12} states{'arges':>9}{'spin':>9} s{'arges':>12}{'spin':>12} states/s{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, n in sizes.items():
            model = Path(folder, f"{name}.sm")
            model.write_text(SYSTEMS[name](n), encoding="utf-8")
            build_pan(program, model, folder, arguments.reduction)
            theirs = best(lambda: pan(folder))
            ours = best(lambda: arges(program, model, folder, arguments.reduction))
            speeds = [states / max(seconds, 1e-3) for states, seconds in (ours, theirs)]
            print(f"{f'{name} {n}':<16}{ours[0]:>12}{theirs[0]:>12}{ours[1]:>16.2f}{theirs[1]:>9.2f}{speeds[0]:>14.0f}{speeds[1]:>12.0f}"
                  f"{speeds[0] / speeds[1]:>17.2f}", flush=True)
            if not arguments.reduction and (ours[0] != theirs[0] or speeds[0] < speeds[1]):
                slower += 1
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
