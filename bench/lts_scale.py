#!/usr/bin/env python3
"""How equivalence of transition systems scales: seconds and memory of `arges lts` on generated systems.

Systems are made by unrolling: a small random system is copied many times and each transition leads to a
random copy of its target, some after an internal step of its own, so the quotient is known. Chains have
no two equivalent states and need as many rounds as they have states. Reading the file is part of the time.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def base_system(states, degree, tau, rng):
    """Transitions of a random system: a list of (label, target) for each state; the label may be None."""
    rows = []
    for state in range(states):
        row = {("a", (state + 1) % states)}
        while len(row) < degree:
            label = None if rng.random() < tau else rng.choice("abcd")
            target = rng.randrange(states)
            if label is None and target <= state:  # no internal cycles: they would be one state
                continue
            row.add((label, target))
        rows.append(sorted(row, key=str))
    return rows


def unrolled(rows, copies, inert, rng):
    """Lines of an .aut file: copies of a system, with inert internal steps before some transitions."""
    size = len(rows)
    lines, extra = [], size * copies
    for copy in range(copies):
        for state, row in enumerate(rows):
            source = copy * size + state
            if rng.random() < inert:
                lines.append(f"({source}, tau, {extra})")
                source, extra = extra, extra + 1
            for label, target in row:
                text = "tau" if label is None else f'"{label}"'
                lines.append(f"({source}, {text}, {rng.randrange(copies) * size + target})")
    return [f"des (0, {len(lines)}, {extra})", *lines]


def chain(length):
    return [f"des (0, {length}, {length + 1})", *(f'({i}, "a", {i + 1})' for i in range(length))]


def measure(command):
    """Seconds, megabytes, exit code and the first line of output."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    first = output.splitlines()[0] if output else ""
    return time.monotonic() - start, usage.ru_maxrss / 1024, process.returncode, first


def report(what, command, path):
    seconds, megabytes, code, first = measure(command)
    first = first.replace(str(path), "")
    print(f"{what:<44} {seconds:7.1f} s {megabytes:7.0f} MB  exit {code}  {first}", flush=True)


def minimizations(arges, folder, millions, rng):
    for kind, flags, tau in (("strong", [], 0), ("branching", ["--branching"], 0.25)):
        for million in millions:
            rows = base_system(2000, 4, tau, rng)
            inert = 0 if kind == "strong" else 0.5
            copies = int(million * 1e6 / (2000 * (4 + inert)))
            path = folder / "unrolled.aut"
            path.write_text("\n".join(unrolled(rows, copies, inert, rng)) + "\n")
            command = [arges, "lts", "minimize", path, *flags]
            report(f"{kind} minimization, {million} million", command, folder)
    for million in millions:
        path = folder / "chain.aut"
        path.write_text("\n".join(chain(int(million * 1e6))) + "\n")
        command = [arges, "lts", "minimize", path, "-o", folder / "small.aut"]
        report(f"strong minimization of a chain, {million} million", command, folder)


def weak_comparisons(arges, folder, rng):
    rows = base_system(20000, 3, 0.25, rng)
    paths = [folder / "first.aut", folder / "second.aut", folder / "changed.aut"]
    for path in paths[:2]:
        path.write_text("\n".join(unrolled(rows, 15, 0.4, rng)) + "\n")
    rows[-1] = [("e", 0)]
    paths[2].write_text("\n".join(unrolled(rows, 15, 0.4, rng)) + "\n")
    for other in paths[1:]:
        command = [arges, "lts", "bisim", paths[0], other, "--weak"]
        report("weak bisimilarity, about a million each", command, str(folder) + "/")


def main():
    root = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", default=root / "build/release/src/arges", help="the program to measure")
    parser.add_argument("--millions", default="1,2,4,8", help="transitions to minimize, in millions")
    parser.add_argument("--only", choices=["minimize", "weak"], help="one part of it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        if options.only != "weak":
            sizes = [float(text) for text in options.millions.split(",")]
            minimizations(options.arges, Path(name), sizes, rng)
        if options.only != "minimize":
            weak_comparisons(options.arges, Path(name), rng)
    return 0


if __name__ == "__main__":
    sys.exit(main())
