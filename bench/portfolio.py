#!/usr/bin/env python3
"""Compares the portfolio with its own members: what it solves in its time against what the best of them solves in theirs.

    bench/portfolio.py                                   # the release build, 180 s for the portfolio, 60 s a member
    bench/portfolio.py --timeout 60 --member-timeout 20  # the same ratio, sooner
    bench/portfolio.py --only squares                    # tasks with 'squares' in their names

Members run alone, and only on tasks that the portfolio did not solve: what it solved, it can't have lost. Tasks are the
models of the repository, the shared ones, and the generated ones of the study of refinement progress. Ends with 1 if an
answer was wrong, or a run showed a defect.
"""
import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "study"), str(HERE)]
import generate  # noqa: E402
from tasks import ARGES, ROOT, Run, Task, check, different_tasks, own_models, shared_table  # noqa: E402


class Outcome(NamedTuple):
    """What became of a task."""
    task: Task
    run: Run
    members: dict[str, str]  # options → verdict, of those that ran alone

    @property
    def is_solved(self) -> bool:
        return self.run.result["verdict"] == self.task.expected

    @property
    def is_lost(self) -> bool:
        return not self.is_solved and self.task.expected in self.members.values()

    def problems(self) -> Iterator[str]:
        """Wrong answers and defects, each in words."""
        verdicts = {"the portfolio": self.run.result["verdict"], **self.members}
        for who, verdict in verdicts.items():
            # What this version does not read is exit 3.
            if verdict not in ("unknown", "exit 3", self.task.expected):
                yield f"{self.task.name}: {who} says {verdict}"
        if "failed" in self.run.errors:
            yield f"{self.task.name}: {self.run.errors.strip()}"

    def decider(self) -> str:
        """The options that decided, and by which preset they came."""
        report = self.run.result["portfolio"]
        options = report["runs"][report["decided"]]["options"] if report["decided"] is not None else "nobody"
        return f"{report['preset']}: {options}"


def all_tasks(folder: Path, count: int) -> Iterator[Task]:
    yield from own_models()
    if shared_table().exists():
        yield from different_tasks(shared_table())
    yield from different_tasks(generate.write(folder, count))


def measure(task: Task, arguments: argparse.Namespace) -> Outcome:
    run = check(arguments.arges, task, "--engine portfolio", arguments.timeout)
    members = {}
    if run.result["verdict"] == "unknown":
        for options in dict.fromkeys(one["options"] for one in run.result["portfolio"]["runs"]):
            alone = options if "--engine" in options else f"--engine cegar {options}"
            members[options] = check(arguments.arges, task, alone, arguments.member_timeout).result["verdict"]
    return Outcome(task, run, members)


def line(outcome: Outcome) -> str:
    verdict, run = outcome.run.result["verdict"], outcome.run
    runs = len(run.result["portfolio"]["runs"]) if "portfolio" in run.result else 0
    fields = [outcome.task.name, outcome.task.expected, verdict, f"{run.wall_seconds:.2f}", f"{run.cpu_seconds:.2f}",
              str(runs), outcome.decider() if runs else "", " ".join(outcome.members.values())]
    return "\t".join(fields)


def summary(outcomes: list[Outcome]) -> str:
    solved = [one for one in outcomes if one.is_solved]
    lost = [one for one in outcomes if one.is_lost]
    deciders = Counter(one.decider() for one in solved)
    result = [f"{len(solved)} of {len(outcomes)} solved, {sum(one.run.wall_seconds for one in outcomes):.0f} s of wall "
              f"time, {sum(one.run.cpu_seconds for one in outcomes):.0f} s of CPU time",
              f"{len(lost)} that a member alone solves were not: {', '.join(one.task.name for one in lost) or 'none'}",
              f"at least {100 * len(solved) / max(1, len(solved) + len(lost)):.1f} % of what the best member solves"]
    return "\n".join(result + [f"{count:5} {who}" for who, count in deciders.most_common()])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, default=ARGES, help="the program")
    parser.add_argument("--timeout", type=float, default=180, help="seconds for the portfolio")
    parser.add_argument("--member-timeout", type=float, default=60, help="seconds for a member alone")
    parser.add_argument("--only", default="", help="tasks with this in their names")
    parser.add_argument("--count", type=int, default=10, help="generated tasks a family")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "portfolio" / "results.tsv", help="a line for every task")
    arguments = parser.parse_args()
    outcomes = []
    problems = []
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    with arguments.out.open("w", encoding="utf-8") as out:
        out.write("task\texpected\tverdict\twall_s\tcpu_s\truns\tdecided_by\tmembers_alone\n")
        for task in all_tasks(ROOT / "build" / "portfolio", arguments.count):
            if arguments.only not in task.name:
                continue
            outcome = measure(task, arguments)
            outcomes.append(outcome)
            problems += outcome.problems()
            out.write(line(outcome) + "\n")
            out.flush()
    print(summary(outcomes))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
