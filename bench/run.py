#!/usr/bin/env python3
"""Runs tasks under configurations and compares such runs; see bench/README.md."""
import argparse
import subprocess
import sys
from pathlib import Path

from tasks import ARGES, ROOT, check, own_models, tasks_of_table

# wall_s is the whole run but for starting the program, check_s the part of it that re-checks the answer.
COLUMNS = ["task", "config", "expected", "verdict", "checked", "cpu_s", "iterations", "nodes", "solver_calls",
           "wall_s", "check_s"]


def measure(arguments):
    subprocess.run([str(ROOT / "arges"), "--version"], check=True, capture_output=True)  # builds
    tasks = list(own_models() if arguments.set == "models" else tasks_of_table(Path(arguments.set)))
    wrong = 0
    rows = []
    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write("\t".join(COLUMNS) + "\n")
        for config in arguments.config or [""]:
            for task in tasks:
                run = check(ARGES, task, config, arguments.timeout)
                result, expected, verdict = run.result, task.expected, run.result["verdict"]
                # A crash or a defect is as bad; exit 3 is what this version does not read.
                wrong += {verdict, expected} == {"true", "false"} or verdict.startswith("exit ") and verdict != "exit 3"
                counts = [result["statistics"].get(name, "") for name in
                          ("cegar::iterations", "arg::nodes_created", "smt::checks")]
                check_s = result["statistics"].get("certify::time", 0)
                wall_s = sum(result["statistics"].get(name, 0) for name in ("load::time", "time")) + check_s
                row = [task.name, config, expected, verdict, result["certificate"]["checked"],
                       f"{run.cpu_seconds:.2f}", *counts, f"{wall_s:.3f}", f"{check_s:.3f}"]
                rows.append(dict(zip(COLUMNS, row)))
                out.write("\t".join(str(field).replace("\t", " ") for field in row) + "\n")
                out.flush()
    print_check_shares(rows)
    if wrong:
        sys.exit(f"{wrong} WRONG VERDICTS OR DEFECTS")


def read(path):
    rows = [line.split("\t") for line in Path(path).read_text().splitlines()[1:]]
    return {(row[0], row[1]): dict(zip(COLUMNS, row)) for row in rows}


def print_check_shares(measured):
    """How much of the time of each configuration went into re-checking its answers."""
    for config in dict.fromkeys(row["config"] for row in measured):
        rows = [row for row in measured if row["config"] == config]
        check, wall = (sum(float(row[column]) for row in rows) for column in ("check_s", "wall_s"))
        unchecked = sum(row["verdict"] in ("true", "false") and not row["checked"] for row in rows)
        print(f"{config or 'default'}: {check:.2f} of {wall:.2f} s for checking answers "
              f"({100 * check / wall if wall else 0:.1f} %), {unchecked} answers left unchecked")


def compare(old_path, new_path):
    old, new = read(old_path), read(new_path)
    print(f"{'task':50} {'verdict':>17} {'cpu s':>15} {'iterations':>12} {'nodes':>15} {'solver calls':>17}")
    for key in sorted(old.keys() & new.keys()):
        a, b = old[key], new[key]
        cells = [f"{a[c]} > {b[c]}" for c in ("verdict", "cpu_s", "iterations", "nodes", "solver_calls")]
        print(f"{' '.join(key)[:50]:50} {cells[0]:>17} {cells[1]:>15} {cells[2]:>12} {cells[3]:>15} {cells[4]:>17}")
    for key in sorted(old.keys() ^ new.keys()):
        print(f"{' '.join(key)[:50]:50} only in the {'old' if key in old else 'new'} file")
    lost = [key for key in old.keys() & new.keys()
            if old[key]["verdict"] == old[key]["expected"] != new[key]["verdict"]]
    for name, table in (("old", old), ("new", new)):
        solved = sum(row["verdict"] == row["expected"] for row in table.values())
        cpu = sum(float(row["cpu_s"]) for row in table.values())
        print(f"{name}: {solved} of {len(table)} right, {cpu:.1f} s CPU")
    if lost:
        sys.exit(f"{len(lost)} verdicts lost")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", default="models", help="'models', or a table: file, property, expected")
    parser.add_argument("--config", action="append", help="options of a configuration; may be given several times")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--out", default="bench.tsv")
    parser.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"))
    arguments = parser.parse_args()
    if arguments.compare:
        compare(*arguments.compare)
    else:
        measure(arguments)


if __name__ == "__main__":
    main()
