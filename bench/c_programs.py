#!/usr/bin/env python3
"""Checks the shared C programs and compares with the known answers, a line a folder.

    bench/c_programs.py                              # unreach-call and no-overflow, 60 s each, the release build
    bench/c_programs.py --only locks --timeout 10    # tasks with 'locks' in their names
    bench/c_programs.py --out c.tsv                  # also a line a task, there
    bench/c_programs.py --no-harness                 # without compiling and running what leads to violations

Every violation is tried: the program is compiled together with its harness (32 bits, with the sanitizer for undefined
behaviour) and must reach the error. Ends with 1 if an answer was wrong or a run showed a defect.
"""
import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]
from tasks import ARGES, Run, Task, c_tasks, check  # noqa: E402

REACHED = 77
SANITIZED = ["-w", "-m32", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]


class Outcome(NamedTuple):
    """What became of a task."""
    task: Task
    run: Run
    harness: str  # 'reached', why not, or '' if there is none

    @property
    def verdict(self) -> str:
        return self.run.result["verdict"]

    @property
    def is_wrong(self) -> bool:
        return self.verdict in ("true", "false") and self.verdict != self.task.expected

    @property
    def is_defect(self) -> bool:
        return self.run.exit_code not in (0, 2, 3, 10, 20)

    def words(self) -> str:
        if self.verdict == "unknown":
            return f"unknown ({self.run.result['reason']})"
        if self.verdict.startswith("exit"):
            return f"{self.verdict}: {self.run.errors.strip().splitlines()[0] if self.run.errors.strip() else ''}"
        return self.verdict


def try_harness(task: Task, harness: Path, seconds: float) -> str:
    """Compiles the program with its harness and runs it."""
    program = harness.with_suffix(".exe")
    compiled = subprocess.run(["gcc", *SANITIZED, str(task.path), str(harness), "-o", str(program)],
                              capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        return "does not compile: " + (compiled.stderr.splitlines() or [""])[0]
    try:
        ended = subprocess.run([str(program)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               timeout=seconds, check=False, errors="replace")
    except subprocess.TimeoutExpired:
        return "runs on"
    overflows = task.wanted == "no-overflow" and "runtime error" in ended.stderr
    if ended.returncode == REACHED or overflows:
        return "reached"
    return f"ends with {ended.returncode} {(ended.stderr.splitlines() or [''])[0]}".strip()


def solve(arges: Path, task: Task, options: str, timeout: float, with_harness: bool) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        harness = Path(folder) / "harness.c"
        run = check(arges, task, f"{options} --harness {harness}" if with_harness else options, timeout)
        tried = try_harness(task, harness, 10) if harness.exists() else ""
        return Outcome(task, run, tried)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, default=ARGES, help="the program to run")
    parser.add_argument("--property", action="append", help="to be checked (default: unreach-call and no-overflow)")
    parser.add_argument("--only", default="", help="a part of the names of the tasks")
    parser.add_argument("--timeout", type=float, default=60, help="seconds a task (default: 60)")
    parser.add_argument("--options", default="", help="of arges check")
    parser.add_argument("--out", type=Path, help="write a line a task there")
    parser.add_argument("--no-harness", action="store_true", help="don't try violations")
    arguments = parser.parse_args()

    outcomes: list[Outcome] = []
    out = arguments.out.open("w") if arguments.out else None
    for task in c_tasks(arguments.property or ["unreach-call", "no-overflow"]):
        if arguments.only not in task.name:
            continue
        outcome = solve(arguments.arges, task, arguments.options, arguments.timeout, not arguments.no_harness)
        outcomes.append(outcome)
        if out:
            checked = outcome.run.result["certificate"]["checked"]
            fields = [task.name, task.wanted, task.expected, outcome.words(), f"{outcome.run.wall_seconds:.2f}",
                      "checked" if checked else "", outcome.harness]
            print(*fields, sep="\t", file=out, flush=True)
        if outcome.is_wrong or outcome.is_defect or outcome.harness not in ("", "reached"):
            print(f"{task.name} {task.wanted}: {outcome.words()}, expected {task.expected}. {outcome.harness}", flush=True)

    folders: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        folders[f"{outcome.task.name.split('/')[0]} {outcome.task.wanted}"].append(outcome)
    folders["all"] = outcomes
    print(f"{'':48} {'tasks':>5} {'solved':>6} {'wrong':>5} {'refused':>7} {'checked':>7} {'reached':>10}")
    for folder, some in folders.items():
        solved = [one for one in some if one.verdict == one.task.expected]
        violated = [one for one in some if one.verdict == "false"]
        print(f"{folder:48} {len(some):5} {len(solved):6} {sum(one.is_wrong for one in some):5}"
              f" {sum(one.run.exit_code == 3 for one in some):7}"
              f" {sum(one.run.result['certificate']['checked'] for one in solved):7}"
              f" {sum(one.harness == 'reached' for one in violated):4} of {len(violated):3}")
    return 1 if any(one.is_wrong or one.is_defect for one in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
