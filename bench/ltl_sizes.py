#!/usr/bin/env python3
"""Translates the formulas of a sizes.tsv with `arges ltl` and puts the totals of each set beside Spot's.

    bench/ltl_sizes.py                               # the six named sets
    bench/ltl_sizes.py --set scal-gh-r --worse       # one set, and the formulas that came out larger
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = ["eh12", "sb27", "dac55", "beem20", "rers2012-shapes", "ultimate-examples"]
OTHERS = {"Spot": ("spot-tgba_states", "spot-B_states"), "ltl3ba": (None, "ltl3ba-B_states"),
          "ltl2ba": (None, "ltl2ba_states")}


def translate(arges, formulas, timeout):
    """The JSON objects of the formulas, all in one process, and its wall time."""
    with tempfile.NamedTemporaryFile("w", suffix=".ltl") as file:
        file.write("".join(formula + "\n" for formula in formulas))
        file.flush()
        start = time.monotonic()
        command = [arges, "ltl", "--file", file.name, "--stats", "--format", "json", "--timeout", str(timeout)]
        result = subprocess.run(command, capture_output=True, text=True)
        seconds = time.monotonic() - start
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {result.returncode}\n{result.stdout[-400:]}{result.stderr}")
    return [json.loads(line) for line in result.stdout.splitlines()], seconds


def total(rows, column):
    return sum(int(row[column]) for row in rows if (row[column] or "").isdigit()) if column else None


def compare(name, rows, arguments):
    made, seconds = translate(arguments.arges, [row["formula"] for row in rows], arguments.timeout)
    line = [name, len(rows), sum(m["tgba_states"] for m in made), total(rows, OTHERS["Spot"][0]),
            sum(m["ba_states"] for m in made), *(total(rows, ba) for _, ba in OTHERS.values()),
            sum(m["deterministic"] for m in made), sum(row["spot-B_deterministic"] == "yes" for row in rows)]
    print("  ".join(f"{cell!s:>{width}}" for cell, width in zip(line, WIDTHS)) + f"  {seconds:7.2f}")
    if arguments.worse:
        for row, m in zip(rows, made):
            spot = int(row["spot-tgba_states"]), int(row["spot-B_states"])
            if m["tgba_states"] > spot[0] or m["ba_states"] > spot[1]:
                print(f"    TGBA {m['tgba_states']} ({spot[0]})  BA {m['ba_states']} ({spot[1]})  {row['formula']}")


HEADS = ["set", "n", "TGBA", "Spot", "BA", "Spot", "ltl3ba", "ltl2ba", "det", "Spot"]
WIDTHS = [28, 4, 6, 6, 6, 6, 6, 6, 4, 4]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=Path, default=ROOT.parent / "shared/data/ltl-formulas/sizes.tsv",
                        help="formulas and the figures of others, tab separated")
    parser.add_argument("--set", action="append", help="a set; without it the six named ones")
    parser.add_argument("--arges", default=str(ROOT / "build/release/src/arges"), help="the program")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a whole set")
    parser.add_argument("--worse", action="store_true", help="list formulas with more states than Spot's")
    arguments = parser.parse_args()
    with arguments.sizes.open(newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    print("  ".join(f"{head:>{width}}" for head, width in zip(HEADS, WIDTHS)) + "  seconds")
    for name in arguments.set or NAMED:
        rows = [row for row in table if row["set"] == name]
        if not rows:
            sys.exit(f"there is no set '{name}' in {arguments.sizes}")
        compare(name, rows, arguments)


if __name__ == "__main__":
    main()
