#!/usr/bin/env python3
"""Runs the study of Ádám 2023, chapter 7: nine combinations on the shared tasks and on generated ones.

    bench/study/run.py                                   # the release build, 60 s a run
    bench/study/run.py --timeout 10 --jobs 2             # shorter, two at a time
    bench/study/run.py --only shadow --timeout 1         # tasks with 'shadow' in their names
    bench/study/report.py                                # then: the report

Each result is written as soon as it is there, in the order of the tasks. A study that was interrupted goes on where it
stopped when the same command is given again; --fresh begins anew.
"""
import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import generate  # noqa: E402
from combinations import COMBINATIONS, REFERENCES  # noqa: E402
from results import HEADER, INTERRUPTED, Row, outcome_of, read  # noqa: E402
from tasks import ARGES, ROOT, Task, c_tasks, check, different_tasks, shared_table  # noqa: E402


class Job(NamedTuple):
    """One run that is to be made."""
    task: Task
    origin: str
    combination: str
    options: str
    run: int
    timeout: float

    @property
    def key(self) -> tuple[str, str, int]:
        return self.task.name, self.combination, self.run


def jobs(arguments: argparse.Namespace) -> Iterator[Job]:
    """All runs of the study: the combinations of a task one after the other, as the machine may be faster later."""
    tasks = [("shared", task) for task in different_tasks(arguments.shared)] if arguments.shared.exists() else []
    programs = [task for task in c_tasks(["unreach-call"]) if not task.name.startswith("float")]
    tasks += [("shared", task) for task in programs[:: arguments.every_program]]
    tasks += [("generated", task) for task in different_tasks(generate.write(arguments.folder / "tasks", arguments.count))]
    for run in range(1, arguments.runs + 1):
        for origin, task in tasks:
            if arguments.only not in task.name:
                continue
            for combination in COMBINATIONS:
                yield Job(task, origin, combination.name, combination.options, run, arguments.timeout)
            if origin == "generated" and run == 1:
                for name, options in REFERENCES.items():
                    yield Job(task, origin, name, options, run, min(arguments.timeout, arguments.reference_timeout))


def carry_out(arges: Path, memory: int, job: Job) -> Row:
    done = check(arges, job.task, f"{job.options} --memory {memory}", job.timeout)
    verdict, statistics = done.result["verdict"], done.result["statistics"]
    reason = (done.result["reason"] or "").replace(str(job.task.path), job.task.path.name)
    counts = [statistics.get(name, 0) for name in ("cegar::iterations", "arg::nodes_created", "cegar::gone_past")]
    return Row(job.task.name, job.origin, job.task.expected, job.combination, job.run, outcome_of(verdict, reason),
               verdict if verdict.startswith("exit") else reason, done.result["certificate"]["checked"],
               done.wall_seconds, done.cpu_seconds, *counts, job.timeout)


def earlier_rows(path: Path) -> list[Row]:
    """What was measured before; a line that was cut off is dropped."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEADER, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    return read(path)


def measure(arguments: argparse.Namespace, todo: list[Job], out_path: Path) -> int:
    """Runs what is left and gives the number of wrong answers and defects."""
    bad = 0
    with ThreadPoolExecutor(arguments.jobs) as pool, out_path.open("a", encoding="utf-8") as out:
        results = pool.map(lambda job: carry_out(arguments.arges, arguments.memory, job), todo)
        try:
            for number, row in enumerate(results, start=1):
                if row.outcome == INTERRUPTED:
                    raise KeyboardInterrupt
                out.write(row.line())
                out.flush()
                if row.is_wrong or row.is_defect:
                    bad += 1
                    print(f"WRONG: {row.line()}", end="", flush=True)
                if number % 50 == 0 or number == len(todo):
                    print(f"{number} of {len(todo)} runs", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, default=ARGES, help="the program (default: the release build)")
    parser.add_argument("--shared", type=Path, default=shared_table(),
                        help="the table of shared tasks: file, property, expected (default: the one of the data beside "
                             "the repository); left out where there is none")
    parser.add_argument("--every-program", type=int, default=1, metavar="N",
                        help="of the shared C programs every N-th (default: 1, all)")
    parser.add_argument("--count", type=int, default=10, help="generated tasks a family (default: 10)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only tasks whose names contain it")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of a run (default: 60)")
    parser.add_argument("--reference-timeout", type=float, default=5,
                        help="seconds of a run that checks the answer of a generated task (default: 5)")
    parser.add_argument("--memory", type=int, default=4000, help="megabytes of a run (default: 4000)")
    parser.add_argument("--runs", type=int, default=1,
                        help="how often; tasks whose outcomes differ are left out of the report (default: 1, the paper: 2)")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time (default: 1)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "study",
                        help="where the generated tasks and results.tsv go (default: build/study)")
    parser.add_argument("--fresh", action="store_true", help="forget the results that are there")
    arguments = parser.parse_args()
    if not arguments.arges.exists():
        parser.error(f"there is no {arguments.arges}; ./arges --version builds it")
    if not arguments.shared.exists():
        print(f"without the shared tasks: there is no {arguments.shared}")
    out_path = arguments.folder / "results.tsv"
    if arguments.fresh:
        out_path.unlink(missing_ok=True)
    known = earlier_rows(out_path)
    planned = list(jobs(arguments))
    limits = {job.key: job.timeout for job in planned}
    if any(limits.get((row.task, row.combination, row.run), row.timeout_s) != row.timeout_s for row in known):
        parser.error(f"{out_path} was measured with another --timeout; give that, or --fresh")
    present = {(row.task, row.combination, row.run) for row in known}
    todo = [job for job in planned if job.key not in present]
    print(f"{len(planned)} runs, {len(planned) - len(todo)} of them made before")
    try:
        bad = measure(arguments, todo, out_path)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here")
        return 130
    if bad:
        print(f"{bad} WRONG ANSWERS OR DEFECTS")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
