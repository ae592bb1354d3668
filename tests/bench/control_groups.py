#!/usr/bin/env python3
"""Runs campaigns where the kernel limits memory by control groups (cgroup v2), as not every machine's does.

The kernel is a program here: user mode Linux, which sees the files of this machine. In it, runs that take too much are made in the root
group, in a group that is delegated to the campaign, and in one that the campaign shares with another process, where only the
processes can be watched. Ends with 77 (skipped) where there is no such kernel."""
import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
PROGRAM, FOLDER = "ARGES_PROGRAM", "ARGES_FOLDER"  # what the kernel hands to the first process
GROUPS = Path("/sys/fs/cgroup")
MEGABYTES = 60  # a run may have; what it may allocate, whether it uses it or not, is twice as much
SET = """\
tasks: [{{table: {name}.tsv}}]
tools: [eater.yml]
limits: {{{limits}}}
configurations: [{{tool: eater}}]
"""
LIMITS = {"space": f"wall: 90, memory: {MEGABYTES}", "time": "wall: 90, cpu: 3"}  # apart, as time is not exact there
EATER = """\
name: eater
command: [python3, '{file}']
verdicts: [{output: done, is: 'true'}]
"""
# Under which limits a run is made, what it does, and what is to be said of it where the kernel counts, and where processes are watched.
RUNS = {
    "modest": ("space", "text = 'x' * 10_000_000", "true", "true"),
    "large": ("space", "text = 'x' * 80_000_000; import time; time.sleep(1)", "memory", "memory"),
    # Counts with a group only: no process has it.
    "file": ("space", "import os; os.posix_fallocate(os.open('/dev/shm/large', os.O_RDWR | os.O_CREAT), 0, 100_000_000)",
             "memory", "true"),
    # A daemon: neither its parent nor its session is ours.
    "daemon": ("space", "import os, time\n"
               "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    text = 'x' * 80_000_000; time.sleep(30)\n  os._exit(0)\n"
               "time.sleep(10)", "memory", "memory"),
    "busy": ("time", "import os\nfor i in range(3): os.fork()\nwhile True: pass", "timeout", "timeout"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    arguments = parser.parse_args()
    kernel = shutil.which("linux.uml")
    if kernel is None:
        print("skipped: no user mode Linux (linux.uml)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sets(folder)
        command = [kernel, "mem=1G", "rootfstype=hostfs", "rootflags=/", "rw", "quiet", "con=null", "con0=fd:0,fd:1",
                   f"init={Path(__file__).resolve()}", f"{PROGRAM}={Path(arguments.arges).resolve()}", f"{FOLDER}={folder}"]
        kernel_run = subprocess.run(command, input="", text=True, capture_output=True, timeout=300, cwd=folder,
                                    env={**os.environ, "HOME": name, "TMPDIR": name})
        if not (folder / "begun").exists():
            print(f"skipped: user mode Linux does not start\n{kernel_run.stdout[-2000:]}{kernel_run.stderr[-2000:]}")
            return SKIPPED
        complaints = [complaint for place in ("root", "delegated", "shared") for complaint in compare(folder, place)]
        if complaints:
            print(kernel_run.stdout[-4000:], *(log.read_text() for log in sorted(folder.glob("*.log"))))
    for complaint in complaints:
        print(complaint)
    print(f"{3 * len(RUNS)} runs, {len(complaints)} complaints")
    return 1 if complaints else 0


def write_sets(folder: Path) -> None:
    (folder / "eater.yml").write_text(EATER)
    for name, limits in LIMITS.items():
        (folder / f"{name}.yml").write_text(SET.format(name=name, limits=limits))
        tasks = [f"{task}.py\t\ttrue\n" for task, (kind, *_) in RUNS.items() if kind == name]
        (folder / f"{name}.tsv").write_text("file\tproperty\texpected\n" + "".join(tasks))
    for task, (_, program, *_) in RUNS.items():
        (folder / f"{task}.py").write_text(program + "\nprint('done')\n")


def compare(folder: Path, place: str) -> list[str]:
    """What is not as it should be of the runs that were made there."""
    rows = [row for table in folder.glob(f"{place}-*.csv") for row in csv.DictReader(table.open())]
    found = {Path(row["task"]).stem: row["verdict"] for row in rows}
    expected = {name: watched if place == "shared" else limited for name, (*_, limited, watched) in RUNS.items()}
    complaints = [f"{place}: {name} is {found.get(name)}, not {verdict}"
                  for name, verdict in expected.items() if found.get(name) != verdict]
    complaints += [f"{place}: {log.stem} left a group" for log in folder.glob(f"{place}-*.log") if "a group is left" in log.read_text()]
    return complaints + [f"{place}: busy took {row['cpu_s']} s of CPU time"
                         for row in rows if row["verdict"] == "timeout" and not 3 <= float(row["cpu_s"]) < 5]


def inside(arges: str, folder: Path) -> None:
    """The first process there."""
    for kind, point in (("proc", "/proc"), ("sysfs", "/sys"), ("cgroup2", str(GROUPS)), ("tmpfs", "/dev/shm")):
        Path(point).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", kind, kind, point], check=True)
    if "memory" in (GROUPS / "cgroup.controllers").read_text().split():
        (folder / "begun").touch()
        campaign(arges, folder, "root", GROUPS)
        (GROUPS / "cgroup.subtree_control").write_text("+memory")
        for place in ("delegated", "shared"):
            campaign(arges, folder, place, GROUPS / place)
    Path("/proc/sysrq-trigger").write_text("o")  # power off
    time.sleep(60)


def campaign(arges: str, folder: Path, place: str, parent: Path) -> None:
    """Makes all runs, from processes in the root group, or each in a group of its own."""
    for name in LIMITS:
        result = folder / f"{place}-{name}"
        group = parent if place == "root" else parent / name
        group.mkdir(parents=True, exist_ok=True)
        if place != "root":
            (parent / "cgroup.subtree_control").write_text("+memory")
        with subprocess.Popen(["sleep", "1000"]) as other, Path(f"{result}.log").open("w") as log:
            if place == "shared":
                (group / "cgroup.procs").write_text(str(other.pid))
            command = (f"echo $$ > {group}/cgroup.procs && exec {arges} bench {folder}/{name}.yml --cores 0"
                       f" --out /dev/shm/{result.name}.db --csv {result}.csv")
            subprocess.run(["sh", "-c", command], check=False, stdout=log, stderr=log)
            other.kill()
        if (group / "arges-bench").exists():
            with Path(f"{result}.log").open("a") as log:
                log.write("a group is left\n")
        Path("/dev/shm/large").unlink(missing_ok=True)


if __name__ == "__main__":
    if os.getpid() == 1:
        inside(os.environ[PROGRAM], Path(os.environ[FOLDER]))
    sys.exit(main())
