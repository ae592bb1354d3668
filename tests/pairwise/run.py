#!/usr/bin/env python3
"""Checks tasks with known answers under all pairs of option values; no configuration may answer wrongly.

Every task that the default configuration decides within --easy seconds runs under the configurations that
arges_configurations prints, or under a sample of them, each with a limit. A wrong verdict, a crash, an exit code of a defect
(or of a wrong command line or input) and a limit that does not hold are failures; unknown is none.
"""
import argparse
import collections
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from tasks import check, different_tasks, shared_table  # noqa: E402  (the one reader of such tables)

SKIPPED = 77
MEMORY_MB = 2000


def name_of(task):
    return f"{task.path.parent.name}/{task.path.name}" + (f" {task.wanted}" if task.wanted else "")


def outcome_of(arges, task, options, seconds):
    """The outcome of one run: true, false, 'unknown (REASON)', or what is wrong with it."""
    run = check(arges, task, f"--memory {MEMORY_MB} {options}", seconds)
    if run.exit_code == -signal.SIGKILL:
        return "DEFECT: the limit does not hold"
    verdict = run.result["verdict"]
    if run.exit_code not in (0, 10, 20) or verdict.startswith("exit"):
        first = (run.errors.strip().splitlines() or [""])[0]
        return f"DEFECT: exit {run.exit_code}: {first}"
    return f"unknown ({run.result['reason']})" if verdict == "unknown" else verdict


def judge(outcome, expected, options):
    """'right', 'wrong', 'defect', or the unknown outcome."""
    if outcome.startswith("DEFECT"):
        return "defect"
    if outcome not in ("true", "false"):
        return outcome
    # Fewer states are checked then, so a violation may be missed; one that is found is real.
    fewer = "--check-at stable" in options and outcome == "true"
    return "right" if outcome == expected or fewer else "wrong"


def pairs(arguments, tasks):
    """(task, options) to be run, in an order that is the same each time; a part of them is a sample."""
    of_kind = {}
    for kind in ("cfa", "xsts"):
        listed = subprocess.run([str(arguments.configurations), kind], capture_output=True, text=True, check=True)
        of_kind[kind] = listed.stdout.splitlines()
    result = []
    for task in tasks:
        options = of_kind["xsts" if task.path.suffix == ".xsts" else "cfa"]
        if arguments.sample:
            options = random.Random(f"{arguments.seed} {name_of(task)}").sample(options, arguments.sample)
        result += [(task, one) for one in options]
    random.Random(arguments.seed).shuffle(result)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, required=True)
    parser.add_argument("--configurations", type=Path, required=True, help="the program that lists them")
    parser.add_argument("--table", type=Path, default=shared_table(), help="file, property, expected")
    parser.add_argument("--easy", type=float, default=1, help="seconds the default configuration may take")
    parser.add_argument("--timeout", type=float, default=2, help="seconds of each run")
    parser.add_argument("--sample", type=int, help="configurations a task; all if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, help="stop after so many seconds, however much is left")
    parser.add_argument("--out", type=Path, help="a line for each run goes there")
    arguments = parser.parse_args()
    if not arguments.table.exists():
        print(f"skipped: needs {arguments.table}")
        return SKIPPED

    counts = collections.Counter()
    failures = []
    out = arguments.out.open("w", encoding="utf-8") if arguments.out else None

    def take(task, options, seconds):
        outcome = outcome_of(arguments.arges, task, options, seconds)
        verdict = judge(outcome, task.expected, options)
        line = f"{name_of(task)}\t{options}\t{task.expected}\t{outcome}"
        # What is not supported is exit code 3 under every configuration.
        if not options and outcome.startswith("DEFECT: exit 3"):
            verdict = "not supported"
        if verdict in ("wrong", "defect"):
            failures.append(line)
            print(f"{verdict.upper()}: {line}", flush=True)
        if out:
            print(line, file=out, flush=True)
        return verdict

    tasks = list(different_tasks(arguments.table))
    easy = [task for task in tasks if take(task, "", arguments.easy) == "right"]
    todo = pairs(arguments, easy)
    print(f"{len(tasks)} tasks, {len(easy)} of them easy, {len(todo)} runs to be made", flush=True)
    start = time.monotonic()
    for task, options in todo:
        if arguments.budget and time.monotonic() - start > arguments.budget:
            break
        counts[take(task, options, arguments.timeout)] += 1
    print(f"{sum(counts.values())} runs of {len(todo)}:")
    for verdict, count in counts.most_common():
        print(f"  {count:6} {verdict}")
    if len(easy) < len(tasks) // 4:
        print("too few tasks are easy: is this a test at all?")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
