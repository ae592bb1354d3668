#!/usr/bin/env python3
"""Kills a campaign (SIGKILL) at random points, goes on with it each time, and compares the end with an undisturbed one.

Also fails if a run whose result was kept is made again, or if a program outlives the campaign that started it. The same of a campaign
whose tasks are made (synth)."""
import argparse
import csv
import io
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TASKS = 20
SET = """\
tasks:
  - {{table: tasks.tsv}}
tools: [sleeper.yml]
limits: {{wall: 20}}
configurations:
  - {{name: slow, tool: sleeper, options: ['0.08']}}
  - {{name: fast, tool: sleeper, options: ['0.01']}}
  - {{name: arges, options: --domain expl}}
"""
# Says what the file says, after a while, and that it began.
SLEEPER = """\
name: sleeper
command: [sh, -c, 'echo "$0 $1" >> {log}; sleep $1; cat $0', '{{file}}', '{{options}}']
verdicts:
  - {{output: 'main process', is: 'true'}}
"""
MODEL = """\
main process p {{
  var x : int
  init loc A
  loc B
  error loc E
  A -> B {{ x := {number} }}
  B -> E {{ assume x = 100 }}
}}
"""
SPECIFICATION = """\
{"kind": "sequential", "name": "made", "inputs": 2, "outputs": 2, "states": 4, "sweep": {"/states": [4, 5]}}
"""
TIMES = ["cpu_s", "wall_s", "memory_kb", "host"]


def write_set(folder: Path) -> None:
    """A campaign whose runs take some time."""
    rows = ["file\tproperty\texpected"]
    for i in range(TASKS):
        (folder / f"m{i}.cfa").write_text(MODEL.format(number=i))
        rows.append(f"m{i}.cfa\t\ttrue")
    (folder / "tasks.tsv").write_text("\n".join(rows) + "\n")
    (folder / "sleeper.yml").write_text(SLEEPER.format(log=folder / "log"))
    (folder / "set.yml").write_text(SET.format())


def command(arges: str, folder: Path, results: str, jobs: int) -> list[str]:
    return [arges, "bench", str(folder / "set.yml"), "--out", str(folder / results), "--jobs", str(jobs), "--cores", "0"]


def table(arges: str, results: Path) -> list[dict[str, str]]:
    """The results without what may differ."""
    path = results.with_suffix(".csv")
    subprocess.run([arges, "bench", str(results), "--csv", str(path), "-q"], check=True, stdout=subprocess.DEVNULL)
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    return [{key: value for key, value in row.items() if key not in TIMES} for row in rows]


def kept(results: Path) -> set[tuple[str, str]]:
    """The runs whose results are in a file."""
    if not results.exists():
        return set()
    connection = sqlite3.connect(results)
    try:
        return set(connection.execute("SELECT task, column FROM runs"))
    except sqlite3.OperationalError:
        return set()  # killed before there were tables
    finally:
        connection.close()


def begun(folder: Path) -> list[tuple[str, str]]:
    """The runs of the sleeper that began, in order."""
    log = folder / "log"
    names = {"0.08": "slow", "0.01": "fast"}
    return [(Path(path).name, names[pause]) for path, pause in (line.split() for line in log.read_text().splitlines())] if log.exists() else []


def survivors(folder: Path) -> list[str]:
    """Programs of the campaign that still run."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                arguments = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if str(folder) in arguments and int(process.name) != os.getpid():
                found.append(arguments)
    return found


def wait_for(holds) -> None:
    """Until something holds, or for ten seconds."""
    end = time.monotonic() + 10
    while not holds() and time.monotonic() < end:
        time.sleep(0.005)


def made(results: Path) -> dict[str, bytes]:
    """The tasks that were made for a campaign."""
    folder = Path(f"{results}.tasks")
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def complete(results: Path) -> dict[str, float]:
    """The tasks that are listed, and when each was made."""
    lists = list(Path(f"{results}.tasks").glob("*/tasks.set"))
    lines = lists[0].read_text().splitlines(keepends=True) if lists else []
    return {line: (lists[0].parent / line.strip()).stat().st_mtime_ns for line in lines if line.endswith("\n")}


def kill_while_tasks_are_made(arguments: argparse.Namespace, folder: Path, chance: random.Random) -> list[str]:
    """Complaints about a campaign that was killed again and again before its first run."""
    complaints = []
    (folder / "spec.json").write_text(SPECIFICATION)
    (folder / "made.yml").write_text(f"tasks: [{{synth: spec.json, seeds: 1-{5 * arguments.kills}}}]\n")

    def making(results: str) -> list[str]:
        return [arguments.arges, "bench", str(folder / "made.yml"), "--list", "--out", str(folder / results)]

    subprocess.run(making("whole.db"), stdout=subprocess.DEVNULL, check=False)
    killed = folder / "killed.db"
    for _ in range(arguments.kills):
        before = complete(killed)
        process = subprocess.Popen(making("killed.db"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: len(complete(killed)) > len(before) or process.poll() is not None)
        time.sleep(chance.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_for(lambda: not survivors(folder))
        complaints += [f"outlived the campaign: {one}" for one in survivors(folder)]
        complaints += [f"made again or lost: {one}" for one in before.items() - complete(killed).items()]
    print(f"killed {arguments.kills} times, {len(complete(killed))} of {len(complete(folder / 'whole.db'))} tasks were made by then")
    subprocess.run(making("killed.db"), stdout=subprocess.DEVNULL, check=False)
    if not made(killed) or made(killed) != made(folder / "whole.db"):
        complaints.append("the tasks differ")
    return complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_set(folder)
        subprocess.run(command(arguments.arges, folder, "whole.db", arguments.jobs), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (folder / "log").unlink()
        killed = 0
        while killed < arguments.kills:
            known, before = kept(folder / "killed.db"), len(begun(folder))
            process = subprocess.Popen(command(arguments.arges, folder, "killed.db", arguments.jobs),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # While it reads its set, or some way into its runs.
            if killed % 2 == 1:
                wait_for(lambda: len(begun(folder)) > before or process.poll() is not None)
            time.sleep(chance.random() * 0.2)
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
            wait_for(lambda: not survivors(folder))
            complaints += [f"outlived the campaign: {one}" for one in survivors(folder)]
            complaints += [f"made again: {one}" for one in begun(folder)[before:] if one in known]
            complaints += [f"lost: {one}" for one in known - kept(folder / "killed.db")]
        missing = 3 * TASKS - len(kept(folder / "killed.db"))
        subprocess.run(command(arguments.arges, folder, "killed.db", arguments.jobs), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if table(arguments.arges, folder / "killed.db") != table(arguments.arges, folder / "whole.db"):
            complaints.append("the tables differ")
        (folder / "making").mkdir()
        complaints += kill_while_tasks_are_made(arguments, folder / "making", chance)
        print(f"killed {killed} times, {missing} of {3 * TASKS} runs left for the last time, {len(complaints)} complaints")
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
