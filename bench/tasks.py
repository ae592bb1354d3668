"""Tasks with known answers, and one run of arges on one of them; what the scripts of bench and tests/pairwise share."""
import csv
import hashlib
import json
import os
import shlex
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# Not ./arges, which looks each time whether it is up to date: that takes longer than many a run.
ARGES = ROOT / "build" / "release" / "src" / "arges"
GRACE_SECONDS = 30  # past the limit, on a busy machine


class Task(NamedTuple):
    """A model, what is asked about it, and the answer."""
    path: Path
    wanted: str | None  # None is the model's own property
    expected: str  # true or false
    name: str


class Run(NamedTuple):
    """What one run of arges said, and what it took."""
    result: dict[str, Any]  # of the JSON output; a verdict 'exit N' if there was none
    exit_code: int
    wall_seconds: float
    cpu_seconds: float
    errors: str


def shared_table() -> Path:
    """The table of the data written by others, which lies beside the repository; may not exist."""
    folder = os.environ.get("ARGES_SHARED_DATA") or ROOT.parent / "shared" / "data"
    return Path(folder) / "models" / "expected.tsv"


def own_models() -> Iterator[Task]:
    """The models in the repository."""
    for path in sorted((ROOT / "tests" / "models").rglob("*")):
        if path.suffix in (".cfa", ".xsts"):
            expected = path.read_text().split("VERDICT:")[1].split()[0]
            yield Task(path, None, expected, f"{path.parent.name}/{path.name}")


def tasks_of_table(table: Path) -> Iterator[Task]:
    """Rows of a table with the columns file, property, expected; LTL is for later."""
    for line in table.read_text().splitlines():
        fields = line.split("\t")
        path = table.parent / fields[0]
        if len(fields) < 3 or fields[2] not in ("true", "false") or fields[1].startswith("LTL "):
            continue
        if path.suffix in (".cfa", ".theta", ".xsts") and path.exists():
            if path.suffix == ".xsts" and ": " in fields[1]:
                property_file, wanted = fields[1].split(": ", 1)
                yield Task(path, wanted, fields[2], f"{fields[0]} {property_file}")
            else:
                yield Task(path, None, fields[2], fields[0])


def c_tasks(properties: list[str]) -> Iterator[Task]:
    """The rows of the shared table of C programs that ask for one of the properties; none where there is no such table."""
    folder = shared_table().parent.parent / "c"
    if not (folder / "expected.tsv").exists():
        return
    with (folder / "expected.tsv").open() as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if row["property"] in properties:
                yield Task(folder / row["file"], row["property"], row["expected"], row["file"])


def different_tasks(table: Path) -> Iterator[Task]:
    """The tasks without those that repeat a model and its property under another name."""
    seen = set()
    for task in tasks_of_table(table):
        key = (hashlib.sha256(task.path.read_bytes()).hexdigest(), task.wanted)
        if key not in seen:
            seen.add(key)
            yield task


def check(arges: Path, task: Task, options: str, timeout: float) -> Run:
    """Runs `arges check` on a task. Several threads may do so at once: times are those of the one process."""
    command = [str(arges), "check", str(task.path), "--format", "json", "--timeout", f"{timeout:g}", "-q"]
    command += ["--property", task.wanted] if task.wanted else []
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        start = time.monotonic()
        process = subprocess.Popen(command + shlex.split(options), stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        guard = threading.Timer(timeout + GRACE_SECONDS, process.kill)
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            guard.cancel()
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait for it again
        out.seek(0)
        errors.seek(0)
        try:
            result = json.loads(out.read())["results"][0]
        except (ValueError, KeyError, IndexError):
            result = {"verdict": f"exit {process.returncode}", "reason": None, "certificate": {"checked": False},
                      "statistics": {}}
        return Run(result, process.returncode, wall, usage.ru_utime + usage.ru_stime, errors.read())
