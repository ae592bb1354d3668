#!/usr/bin/env python3
"""Campaigns that were described or called by mistake: each is refused with a word that helps, and leaves all files as they were."""
import argparse
import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

MODEL = """\
main process p {
  var x : int
  init loc A
  error loc E
  A -> E { assume x = 1 and x = 2 }
}
"""
TOOL = """\
name: reader
command: [cat, '{file}']
verdicts:
  - {output: 'yes', is: 'true'}
  - {output: 'no', is: 'false'}
"""
DEFINITION = """\
input_files: '{name}.c'
properties:
  - property_file: p/unreach-call.prp
    expected_verdict: {verdict}
"""
TESTS = []


def test(function):
    """Registers a test: it is called with a fresh Bench."""
    TESTS.append(function)
    return function


class Bench:
    """A folder with a small campaign, and calls of arges in it."""

    def __init__(self, arges: str, folder: Path):
        self.arges, self.folder, self.complaints = arges, folder, []
        self.write("m.cfa", MODEL)
        self.write("yes.txt", "yes\n")
        self.write("no.txt", "no\n")
        self.write("reader.yml", TOOL)
        self.write("tasks.csv", "file,expected\nyes.txt,true\nno.txt,false\n")
        self.write("set.yml", "tasks: [{table: tasks.csv}]\ntools: [reader.yml]\nconfigurations: [{tool: reader}]\n")

    def write(self, name: str, text: str, mode: int = 0o644) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def call(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.arges, "bench", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)

    def with_sbatch(self, script: str) -> dict[str, str]:
        """An environment in which this is what Slurm does."""
        self.write("slurm/sbatch", f"#!/bin/sh\n{script}\n", 0o755)
        return os.environ | {"PATH": f"{self.folder / 'slurm'}:{os.environ['PATH']}"}

    def complain(self, text: str) -> None:
        self.complaints.append(text)

    def expect(self, code: int, *arguments: str, says: str = "", silent: str = "") -> subprocess.CompletedProcess:
        """The exit code, a text that the program says, and one that it does not."""
        done = self.call(*arguments)
        said = done.stdout + done.stderr
        if done.returncode != code or says not in said or (silent and silent in said):
            self.complain(f"{' '.join(arguments)}: expected {code} and {says!r}, not {silent!r}; got {done.returncode}: {said}")
        return done

    def refused(self, text: str, says: str, *more: str) -> None:
        """A set with this text is an input error with a place."""
        self.write("wrong.yml", text)
        done = self.expect(3, "wrong.yml", *more, says=says)
        if not re.search(r"^[^ ]+:\d+:\d+: error: ", done.stderr, re.MULTILINE):
            self.complain(f"no place: {done.stderr}")


@test
def outputs_are_no_inputs(bench: Bench) -> None:
    before = {path.name: path.read_bytes() for path in bench.folder.iterdir()}
    overwritten = "would be overwritten"
    bench.expect(2, "set.yml", "--csv", "tasks.csv", says=overwritten)
    bench.expect(2, "set.yml", "--html", "set.yml", says=overwritten)
    bench.expect(2, "set.yml", "--markdown", "./reader.yml", says=overwritten)
    bench.expect(2, "set.yml", "-o", "yes.txt", says=overwritten)
    bench.expect(2, "set.yml", "--html", "same", "--csv", "./same", says="--html and --csv name the same file")
    bench.expect(2, "set.yml", "-o", "r.db", "--csv", "r.db", says="--out and --csv name the same file")
    bench.expect(2, "set.yml", "--csv", "set.db", says="the file of results and --csv name the same file")
    bench.expect(2, "set.yml", "--csv", "-", says="--csv - is no file")
    if {path.name: path.read_bytes() for path in bench.folder.iterdir()} != before:
        bench.complain("files are not what they were")
    bench.expect(0, "set.yml", "--csv", "/dev/null", "--html", "/dev/null")
    bench.expect(2, "set.yml", "--against", "set.db", says=overwritten)
    bench.expect(2, "set.db", "--csv", "set.db", says=overwritten)
    bench.expect(2, "set.db", "--csv", "tasks.csv", says=overwritten)
    bench.expect(2, "set.db", "--html", "set.yml", says=overwritten)
    bench.expect(2, "set.yml", "--show", "*", "--html", "reader.yml", says=overwritten)
    (bench.folder / "link.csv").symlink_to("tasks.csv")
    bench.expect(2, "set.yml", "--csv", "link.csv", says=overwritten)
    bench.expect(0, "set.yml", "--csv", "runs.csv", "--html", "r.html", "--markdown", "r.md")
    bench.expect(0, "set.yml", "--csv", "runs.csv")


@test
def words_are_from_the_current_folder(bench: Bench) -> None:
    bench.write("sub/tool.sh", "#!/bin/sh\ncat \"$1\"\n", 0o755)
    bench.write("sub/reader.yml", TOOL.replace("[cat,", "[sh, ./tool.sh,"))
    bench.write("sub/set.yml", "tasks: [{table: ../tasks.csv}]\ntools: [reader.yml]\nconfigurations: [{tool: reader}]\n")
    hint = "warning: './tool.sh' of the configuration 'reader' is not here, but beside the set"
    if hint not in bench.call("sub/set.yml").stderr:
        bench.complain("no hint")
    bench.expect(2, "sub/set.yml", "-q", "--csv", "tasks.csv", silent=hint)
    bench.write("tool.sh", "#!/bin/sh\ncat \"$1\"\n")
    bench.expect(0, "sub/set.yml", silent="warning", says="3 of 3")


@test
def what_runs_read_is_not_overwritten(bench: Bench) -> None:
    bench.write("m.pml", '#include "h.h"\n')
    bench.write("h.h", "yes\n")
    bench.write("known.prec", "yes\n")
    bench.write("tool.sh", "#!/bin/sh\ncat h.h\n", 0o755)
    bench.write("reader.yml", TOOL.replace("[cat, '{file}']", "[sh, ./tool.sh, '{file}', '{options}']"))
    bench.write("a.yml", "tasks: [{folder: ., files: '*.pml', expected: true}]\ntools: [reader.yml]\n"
                "configurations: [{tool: reader, options: --init-prec known.prec}]\n")
    read = ("h.h", "tool.sh", "known.prec")
    before = [bench.read(name) for name in read]
    for name in read:
        bench.expect(2, "a.yml", "--csv", name, says="is a file that runs read and would be overwritten")
        bench.expect(2, "a.yml", "-o", name, says="is a file that runs read and would be overwritten")
    bench.expect(0, "a.yml", says="2 of 2")
    for name in read:
        bench.expect(2, "a.db", "--html", name, says="or that runs read and would be overwritten")
    if [bench.read(name) for name in read] != before:
        bench.complain("files are not what they were")


@test
def files_that_are_not_there_have_a_place(bench: Bench) -> None:
    tasks = "tasks: [{table: tasks.csv}]\n"
    for text in ("tasks: [{table: none.csv}]\n", "tasks: [{list: none.set}]\n", "tasks: [{synth: none.json}]\n",
                 tasks + "tools: [none.yml]\n", tasks + "configurations: none.yml\n"):
        bench.refused(text, "cannot read 'none.")


@test
def answers_are_booleans(bench: Bench) -> None:
    bench.write("p/unreach-call.prp", "")
    bench.write("d.c", "int main() { return 0; }")
    for word in ("true", "True", "TRUE"):
        bench.write("d.yml", DEFINITION.format(name="d", verdict=word))
        bench.write("known.yml", "tasks: [{definitions: d.yml}]\ntools: [reader.yml]\nconfigurations: [{tool: reader}]\n")
        bench.expect(0, "known.yml", "-o", f"{word}.db", says="0 of 2")
    for word in ("flase", "yes", "maybe", "1"):
        bench.write("d.yml", DEFINITION.format(name="d", verdict=word))
        bench.refused("tasks: [{definitions: d.yml}]\n", f"'{word}' is neither true nor false")
        bench.refused(f"tasks: [{{folder: ., files: '*.cfa', expected: {word}}}]\n", f"'{word}' is neither true nor false")
        bench.write("t.csv", f"file,expected\nyes.txt,{word}\n")
        bench.refused("tasks: [{table: t.csv}]\n", f"'{word}' is no answer")
    bench.write("unknown.yml", "tasks: [{folder: ., files: 'y*.txt', expected: TRUE}]\n")
    bench.expect(20, "unknown.yml", "--list", says="yes.txt by arges")


SYNTH = Path(__file__).resolve().parents[2] / "examples/synth/small.json"


@test
def specifications_of_one_name_are_two(bench: Bench) -> None:
    text = SYNTH.read_text(encoding="utf-8")
    bench.write("x/s.json", text.replace("small", "first"))
    bench.write("y/s.json", text.replace("small", "second"))
    bench.write("made.yml", "tasks: [{synth: x/s.json}, {synth: y/s.json}]\n")
    listed = bench.call("made.yml", "--list").stdout
    for name in ("first", "second"):
        if name not in listed:
            bench.complain(f"no task of {name}: {listed}")
    bench.write("x/s.json", text)
    bench.write("y/s.json", text.replace('"states": 8', '"states": 9'))
    bench.refused("tasks: [{synth: x/s.json}, {synth: y/s.json}]\n", "there are two different tasks")


@test
def tasks_are_made_once(bench: Bench) -> None:
    bench.write("s.json", SYNTH.read_text(encoding="utf-8"))
    bench.write("made.yml", "tasks: [{synth: s.json}]\n")
    bench.call("made.yml", "--list")
    times = [path.stat().st_mtime_ns for path in sorted(bench.folder.glob("made.db.tasks/*/tasks.set"))]
    bench.call("made.yml", "--list")
    if len(times) != 1 or times != [path.stat().st_mtime_ns for path in sorted(bench.folder.glob("made.db.tasks/*/tasks.set"))]:
        bench.complain(f"made again: {times}")


@test
def making_tasks_can_be_stopped(bench: Bench) -> None:
    bench.write("s.json", SYNTH.read_text(encoding="utf-8"))
    bench.write("many.yml", "tasks: [{synth: s.json, seeds: 1-100000}]\n")
    process = subprocess.Popen([bench.arges, "bench", "many.yml"], cwd=bench.folder, stderr=subprocess.PIPE, text=True)
    first = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    try:
        _, rest = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        rest = "it goes on"
    if "making the tasks of 's.json': " not in first or "stopped while tasks were made" not in rest or process.returncode != 20:
        bench.complain(f"{process.returncode}: {first}{rest}")


def wait_for(holds: Callable[[], bool]) -> bool:
    """Whether something came to hold within a minute."""
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def another_build(bench: Bench) -> str:
    """A program that does the same, and is not the same."""
    path = bench.folder / "arges"
    shutil.copy(bench.arges, path)
    with path.open("ab") as program:
        program.write(b"another")
    return str(path)


@test
def tasks_of_a_running_campaign_stay(bench: Bench) -> None:
    bench.write("s.json", SYNTH.read_text(encoding="utf-8"))
    bench.write("reads.yml", "name: reads\ncommand: [sh, -c, 'touch begun; while [ ! -e go ]; do sleep 0.1; done; cat \"$0\" >&2', '{file}']\n"
                "verdicts: [{exit: 0, is: unknown}]\n")
    bench.write("made.yml", "tasks: [{synth: s.json, seeds: 1-2}]\ntools: [reads.yml]\nconfigurations: [{tool: reads}]\n")
    process = subprocess.Popen([bench.arges, "bench", "made.yml"], cwd=bench.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not wait_for((bench.folder / "begun").exists):
        bench.complain("it does not begin")
    made = contents(bench.folder / "made.db.tasks")
    ours, bench.arges = bench.arges, another_build(bench)
    for arguments in (["--list"], []):
        bench.expect(2, "made.yml", *arguments, says="another process is at the campaign")
    bench.expect(20, "made.yml", "--list", "-o", "other.db", says="small-2/task.yml")
    bench.arges = ours
    bench.expect(2, "made.yml", says="another process is at the campaign")
    bench.expect(20, "made.yml", "--list", says="small-2/task.yml")
    if contents(bench.folder / "made.db.tasks") != made:
        bench.complain("the tasks are not what they were")
    bench.write("go", "")
    said, _ = process.communicate(timeout=60)
    if process.returncode != 0 or "are errors" in said:
        bench.complain(f"{process.returncode}: {said}")
    bench.arges = another_build(bench)
    bench.expect(0, "made.yml")
    if not contents(bench.folder / "made.db.tasks").items() >= made.items():
        bench.complain("tasks of the earlier build are gone")
    bench.arges = ours


@test
def who_makes_tasks_is_alone(bench: Bench) -> None:
    bench.write("s.json", SYNTH.read_text(encoding="utf-8"))
    bench.write("many.yml", "tasks: [{synth: s.json, seeds: 1-100000}]\n")
    process = subprocess.Popen([bench.arges, "bench", "many.yml", "-q"], cwd=bench.folder, stderr=subprocess.DEVNULL)
    made = bench.folder / "many.db.tasks"
    if not wait_for(lambda: any(made.glob("*/tasks.set"))):
        bench.complain("no task is made")
    first = {path: path.stat().st_mtime_ns for path in made.glob("*/small-1/*")}
    try:
        for arguments in ([], ["--list"]):
            bench.expect(2, "many.yml", *arguments, says="another process is at the campaign")
    except subprocess.TimeoutExpired:
        bench.complain("a second process makes tasks, too")
    if not first or first != {path: path.stat().st_mtime_ns for path in made.glob("*/small-1/*")}:
        bench.complain(f"not what was made: {first}")
    process.send_signal(signal.SIGINT)
    process.wait(timeout=20)


SWEPT = """\
{"kind": "sequential", "name": "swept", "inputs": 2, "outputs": 2, "states": 3, "languages": ["c"], "sweep": {"/states": [3, 4]},
 "properties": {"satisfied": 1, "violated": 0, "structural": 0, "further": 0}, "errors": {"reachable": 0, "unreachable": 0}, "invariants": 0}
"""


@test
def making_tasks_goes_on(bench: Bench) -> None:
    bench.write("s.json", SWEPT)
    bench.write("many.yml", "tasks: [{synth: s.json, seeds: 3-102}]\n")
    bench.expect(20, "many.yml", "--list", "-o", "whole.db", says="swept-v2-102/task.yml")

    def made() -> Path:
        return next((bench.folder / "many.db.tasks").glob("*"))

    def listed() -> int:
        lists = list((bench.folder / "many.db.tasks").glob("*/tasks.set"))
        return lists[0].read_text(encoding="utf-8").count("\n") if lists else 0

    first = None
    for stops in range(4):
        known = listed()
        process = subprocess.Popen([bench.arges, "bench", "many.yml", "--list"], cwd=bench.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        wait_for(lambda: listed() > known + 2 or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        if process.returncode != 20 or "stopped while tasks were made" not in said or listed() <= known:
            bench.complain(f"{known} tasks, and then {listed()}: {process.returncode}: {said}")
        # As if it had been killed while it wrote the one list, or the other, or before it wrote that.
        name, cut = [("tasks.set", 5), ("index.csv", 3), ("tasks.set", len("swept-v1-10/task.yml\n")), ("tasks.set", 0)][stops]
        text = (made() / name).read_text(encoding="utf-8")
        (made() / name).write_text(text[:len(text) - cut], encoding="utf-8")
        if name == "index.csv":
            rest = (made() / "tasks.set").read_text(encoding="utf-8").splitlines(keepends=True)[:-1]
            (made() / "tasks.set").write_text("".join(rest), encoding="utf-8")
        first = first or (made() / "swept-v1-3/task.yml").stat().st_mtime_ns
    bench.expect(20, "many.yml", "--list", says="swept-v2-102/task.yml")
    if (made() / "swept-v1-3/task.yml").stat().st_mtime_ns != first:
        bench.complain("the first task was made again")
    if contents(bench.folder / "many.db.tasks") != contents(bench.folder / "whole.db.tasks"):
        bench.complain("they are others than those that are made at once")


@test
def a_tool_may_remove_its_folder(bench: Bench) -> None:
    bench.write("away.yml", "name: away\ncommand: [sh, -c, 'rm -rf \"$0\"; cat \"$1\"', '{scratch}', '{file}']\nkeep: '*'\n"
                "verdicts: [{output: 'yes', is: 'true'}, {output: 'no', is: 'false'}]\n")
    bench.write("a.yml", "tasks: [{table: tasks.csv}]\ntools: [away.yml]\nconfigurations: [{tool: away}]\n")
    bench.expect(0, "a.yml", says="3 of 3")


@test
def old_results_count_until_there_are_new_ones(bench: Bench) -> None:
    bench.write("reader.yml", "name: reader\ncommand: [sh, -c, 'echo >> \"log\"; while [ -e slow ]; do sleep 0.1; done; cat \"$0\"', '{file}']\n"
                + TOOL.split("\n", 2)[2])
    bench.expect(0, "set.yml", says="3 of 3")
    bench.write("slow", "")
    process = subprocess.Popen([bench.arges, "bench", "set.yml", "--again", "true,false"], cwd=bench.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    wait_for(lambda: len(bench.read("log").splitlines()) == 3)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    if process.returncode != 20 or "what was not made again counts as it was" not in said:
        bench.complain(f"{process.returncode}: {said}")
    if bench.expect(0, "set.yml", "--list").stdout:
        bench.complain("results were thrown away")
    refusing = bench.with_sbatch('[ "$1" = --version ]')
    refused = subprocess.run([bench.arges, "bench", "set.yml", "--again", "true,false", "--executor", "slurm"], cwd=bench.folder, env=refusing,
                             capture_output=True, text=True, timeout=60, check=False)
    if refused.returncode != 2 or "sbatch failed" not in refused.stderr:
        bench.complain(f"{refused.returncode}: {refused.stderr}")
    bench.expect(0, "set.db", says="3 of 3")


@test
def what_is_changed_meanwhile_does_not_count(bench: Bench) -> None:
    slow = "name: reader\ncommand: [./tool.sh, '{file}']\n" + TOOL.split("\n", 2)[2]
    script = "#!/bin/sh\ntouch begun\nwhile [ ! -e go ]; do sleep 0.1; done\ncat \"$1\"\n"
    bench.write("reader.yml", slow)
    bench.write("tool.sh", script, 0o755)
    # A change that keeps size and time is one, too.
    for changed, text in (("yes.txt", "not\n"), ("tool.sh", script + "# more\n")):
        before, status = bench.read(changed), (bench.folder / changed).stat()
        process = subprocess.Popen([bench.arges, "bench", "set.yml", "--only", "yes*"], cwd=bench.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        wait_for((bench.folder / "begun").exists)
        bench.write(changed, text, status.st_mode)
        os.utime(bench.folder / changed, ns=(status.st_atime_ns, status.st_mtime_ns))
        bench.write("go", "")
        said, _ = process.communicate(timeout=60)
        if process.returncode != 20 or f"warning: yes.txt by reader does not count: '{bench.folder / changed if changed == 'yes.txt' else './' + changed}'" not in said:
            bench.complain(f"{process.returncode}: {said}")
        bench.write(changed, before, status.st_mode)
        bench.expect(20, "set.yml", "--list", says="yes.txt by reader")
        for name in ("begun", "go"):
            (bench.folder / name).unlink(missing_ok=True)
    bench.write("go", "")
    bench.expect(0, "set.yml", says="3 of 3")


@test
def a_script_counts_beside_its_version(bench: Bench) -> None:
    bench.write("tool.sh", "#!/bin/sh\ncat \"$1\"\n", 0o755)
    bench.write("reader.yml", TOOL.replace("[cat,", "[./tool.sh,") + "version: [echo, one]\n")
    bench.expect(0, "set.yml", silent="made again")
    bench.expect(0, "set.yml", says="2 of 2 runs are there already")
    bench.write("tool.sh", "#!/bin/sh\n# changed\ncat \"$1\"\n", 0o755)
    bench.expect(0, "set.yml", says="2 are made again")


@test
def paths_hold_in_any_folder(bench: Bench) -> None:
    bench.write("p/unreach-call.prp", "the property\n")
    bench.write("d.c", "int main() { return 0; }")
    bench.write("d.yml", DEFINITION.format(name="d", verdict="true"))
    for what in ("property", "file", "definition"):
        bench.write("there.yml", f"name: there\ncommand: [test, -f, '{{{what}}}']\nfolder: '{{scratch}}'\nverdicts: [{{exit: 0, is: 'true'}}]\n")
        bench.write("a.yml", "tasks: [{definitions: d.yml}]\ntools: [there.yml]\nconfigurations: [{tool: there}]\n")
        bench.expect(0, "a.yml", says="2 of 2")


@test
def descriptions_of_tools_are_read_closely(bench: Bench) -> None:
    tasks = "tasks: [{table: tasks.csv}]\ntools: [tool.yml]\nconfigurations: [{tool: t}]\n"
    rest = "verdicts: [{exit: 0, is: 'true'}]\n"

    def refused(text: str, says: str) -> None:
        bench.write("tool.yml", text)
        bench.refused(tasks, says)

    refused("name: t\ncommand: [sh, -c, 'tool {options}']\n" + rest, "'{options}' is a word of its own")
    refused("name: t\ncommand: [tool, '--ask={question}']\n" + rest, "'{question}' is a word of its own")
    refused("name: t\ncommand: 'cat {file}'\ncolumns: {task: 'x(.)'}\n" + rest, "'task' is a column that every table of runs has")
    refused("name: t\ncommand: 'cat {file}'\ncolumns: {cpu_s: 'x(.)'}\n" + rest, "'cpu_s' is a column that every table of runs has")
    refused("name: t\ncommand: 'cat {file}'\nverdicts: [{exit: 0, is: 'false', detail: 'valid-[a-z]+'}]\n", "this has no group")
    refused("name: ''\ncommand: 'cat {file}'\n" + rest, "a name is empty")
    bench.refused("tasks: [{table: tasks.csv}]\nconfigurations: [{name: ''}]\n", "a name is empty")
    bench.refused("name: ''\ntasks: [{table: tasks.csv}]\n", "a name is empty")
    bench.write("tool.yml", "name: t\ncommand: 'cat {file}'\nversion: [sh, -c, 'echo oh dear; exit 3']\n" + rest)
    bench.write("a.yml", tasks)
    bench.expect(2, "a.yml", says="the version of the tool t can't be told: oh dear")


@test
def configurations_answer_the_task(bench: Bench) -> None:
    def refused(options: str, says: str) -> None:
        bench.write("a.yml", f"tasks: [{{folder: ., files: '*.cfa', expected: true}}]\nconfigurations: [{{name: c, options: {options}}}]\n")
        bench.expect(2, "a.yml", says=f"the configuration 'c': {says}")

    for option in ("--property x=0", "--error-loc A", "--ltl 'G p'", "--check deadlock", "--ltl-file f", "--ctl 'AG p'", "--fair 'G F p'",
                   "--finite-runs ignore"):
        refused(f'"{option}"', f"{option.split()[0]} would ask something else than the task does")
    refused("--format json", "--format json would hide the answer")
    for option in ("--report x.html", "--witness w", "--dot d", "--save-prec p"):
        refused(option, f"all runs would write what {option.split()[0]} names")
    refused("--help", "--help is no way to check anything")
    bench.write("a.yml", "tasks: [{folder: ., files: '*.cfa', expected: true}]\nconfigurations: [{name: c, options: '--domain expl --stats --witness {scratch}/w'}]\n")
    bench.expect(0, "a.yml", says="2 of 2")
    # Where nobody knows the answer, answers to different questions would contradict each other.
    bench.write("a.yml", "tasks: [{folder: ., files: '*.cfa'}]\nconfigurations: [{name: c, options: --property x=0}]\n")
    bench.expect(2, "a.yml", "--out", "unknown.db", says="--property would ask something else than the task does")
    bench.write("a.yml", "tasks: [{folder: ., files: '*.cfa', property: x=0}]\nconfigurations: [{name: c, options: --format text}]\n")
    bench.expect(0, "a.yml", "--out", "unknown.db", silent="would ask")


ENDS = """\
main process p {
  var x : int
  init loc A
  final loc E
  A -> E { x := 1 }
}
"""
IGNORING = """\
name: ignoring
command: ['{arges}', check, '{file}', '{question}', --finite-runs, ignore, '{options}']
verdicts:
  - {exit: 0, is: 'true'}
  - {exit: 10, is: 'false'}
"""


RESERVES = """\
import mmap, sys, time
megabyte, no_reserve = 1 << 20, 0x4000
reserved = mmap.mmap(-1, 4000 * megabyte, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve)
for at in range(0, int(sys.argv[1]) * megabyte, 4096):
    reserved[at] = 1
print("first to go:", open("/proc/self/oom_score_adj").read())
time.sleep(0.3)
"""


@test
def what_is_only_reserved_is_not_used(bench: Bench) -> None:
    bench.write("reserves.py", RESERVES)
    bench.write("reserves.yml", f"name: reserves\ncommand: [{sys.executable}, ./reserves.py, '{{options}}']\nverdicts: [{{output: 'first to go: 1000', is: 'true'}}]\n")
    bench.write("a.yml", "limits: {memory: 200, wall: 60}\ntasks: [{folder: ., files: 'yes.txt'}]\ntools: [reserves.yml]\n"
                "configurations: [{name: reserves, tool: reserves, options: '1'}, {name: touches, tool: reserves, options: '500'}]\n")
    bench.expect(0, "a.yml", "--csv", "runs.csv")
    said = {row["configuration"]: row["verdict"] for row in csv.DictReader(bench.read("runs.csv").splitlines())}
    if said != {"reserves": "true", "touches": "memory"}:
        bench.complain(f"{said}")


@test
def which_runs_count_is_a_tools_matter(bench: Bench) -> None:
    bench.write("ends.cfa", ENDS)
    bench.write("t.csv", "file,property,expected\nends.cfa,G x = 0,true\n")
    bench.write("ignoring.yml", IGNORING)
    bench.write("a.yml", "tasks: [{table: t.csv, asks: formula}]\ntools: [ignoring.yml]\n"
                "configurations: [{name: arges}, {tool: ignoring, options: --domain expl}]\n")
    bench.expect(10, "a.yml", "--config", "arges", says="WRONG: ")
    bench.expect(0, "a.yml", "--config", "ignoring", silent="WRONG: ")


@test
def tables_are_read_closely(bench: Bench) -> None:
    def refused(table: str, says: str, more: str = "") -> None:
        bench.write("t.csv", table)
        bench.refused(f"tasks: [{{table: t.csv{more}}}]\n", says)

    refused("file,proprety\nyes.txt,p\n", "did you mean 'property'?")
    refused("file,expcted\nyes.txt,true\n", "did you mean 'expected'?")
    refused("fiel,expected\nyes.txt,true\n", "did you mean 'file'?")
    refused("file,answer\nyes.txt,true\n", "the table has no column 'anser'", ", columns: {expected: anser}")
    refused("file,answer\nyes.txt,true\n", "'expcted' is nothing that can stand here", ", columns: {expcted: answer}")
    refused("file,property,expected\nyes.txt,true\n", "this row has 2 fields, but there are 3 columns")
    refused("file,file\nyes.txt,no.txt\n", "there are two columns 'file'")
    refused("file,expected\nyes.txt,true\nno.txt,true\nyes.txt,false\n", "t.csv:4:1: error: two different answers to 'yes.txt'")
    bench.expect(3, "wrong.yml", says="here it is false; t.csv:2:1 says true")
    bench.refused("tasks: [{table: tasks.csv}, {folder: ., files: 'yes.txt', expected: false}]\n",
                  "another source of tasks has another answer to 'yes.txt'")
    bench.write("t.csv", "\ufefffile,source,expected\nyes.txt,mine,true\n")
    bench.write("l.set", "\ufeff# list\nd.yml  \t\n")
    bench.write("d.c", "")
    bench.write("p/unreach-call.prp", "")
    bench.write("d.yml", DEFINITION.format(name="d", verdict="true"))
    again = "  - property_file: p/unreach-call.prp\n    expected_verdict: false\n"
    bench.write("e.yml", DEFINITION.format(name="d", verdict="true") + again)
    bench.refused("tasks: [{definitions: e.yml}]\n", "e.yml:5:20: error: two different answers to '")
    bench.write("a.yml", "tasks: [{table: t.csv}, {list: l.set}]\n")
    listed = bench.expect(20, "a.yml", "--list").stdout
    if "yes.txt by arges\n" not in listed or "/d.yml unreach-call by arges\n" not in listed:
        bench.complain(listed)


@test
def an_item_is_one_source(bench: Bench) -> None:
    bench.refused("tasks: [{table: tasks.csv, folder: ., files: '*'}]\n", "'folder' and 'table' are two sources")
    for key in ("seeds: 1-2", "asks: own", "property_file: p", "columns: {file: f}"):
        bench.refused(f"tasks: [{{folder: ., files: '*', {key}}}]\n", f"'{key.split(':', maxsplit=1)[0]}' is nothing for a folder")
    bench.refused("tasks: [{table: tasks.csv, expected: true}]\n", "'expected' is nothing for a table")


@test
def what_is_missing_is_said(bench: Bench) -> None:
    bench.write("d.c", "")
    bench.write("d.yml", "input_files: d.c\n")
    bench.refused("tasks: [{definitions: d.yml}]\n", "there are no such tasks")
    bench.expect(3, "wrong.yml", says="'d.yml' asks nothing: it has no 'properties'")
    bench.write("d.yml", DEFINITION.format(name="d", verdict="true"))
    bench.refused("tasks: [{definitions: d.yml, property: reach}]\n", "a property of these: unreach-call")
    bench.refused("tasks: [{definitions: d.yml}]\n", "d.yml:3:20: error: there is no file 'p/unreach-call.prp'")
    bench.write("p/unreach-call.prp", "")
    (bench.folder / "d.c").unlink()
    bench.refused("tasks: [{definitions: d.yml}]\n", "d.yml:1:14: error: there is no file 'd.c'")
    bench.write("asked.csv", "file,property,expected\nyes.txt,unreach-call,true\nyes.txt,other,true\n")
    bench.refused("tasks: [{table: asked.csv, property_file: 'p/{property}.prp'}]\n", "asked.csv:3:1: error: there is no file 'p/other.prp'")
    bench.refused("tasks: [{table: asked.csv, property_file: 'p/{prop}.prp'}]\n", "'{prop}' is no place here")
    bench.expect(3, "wrong.yml", says="places: {property}")
    bench.expect(2, "set.yml", "--only", "yes", says="no task's name fits --only")
    bench.expect(2, "set.yml", "--only", "yes", says="names look like 'yes.txt'; * stands for any letters")
    bench.expect(2, "set.yml", "--config", "read", says="names look like 'reader'")


@test
def no_configurations_are_none(bench: Bench) -> None:
    bench.write("none.yml", "configurations: []\n")
    for text in ("[]", "none.yml"):
        bench.refused(f"tasks: [{{table: tasks.csv}}]\nconfigurations: {text}\n", "there are no configurations")
    if (bench.folder / "wrong.db").exists():
        bench.complain("there is a file of results")


@test
def of_a_contradiction_one_side_is_wrong(bench: Bench) -> None:
    bench.write("other.yml", TOOL.replace("reader", "other").replace("yes", "neither").replace("no'", "yes'"))
    bench.write("a.yml", "tasks: [{folder: ., files: 'yes.txt'}]\ntools: [reader.yml, other.yml]\nconfigurations: [{tool: reader}, {tool: other}]\n")
    bench.expect(10, "a.yml", says="CONTRADICTION: yes.txt: true by reader; false by other")
    bench.expect(0, "a.yml", "--config", "reader", silent="CONTRADICTION")


@test
def what_has_no_effect_is_refused(bench: Bench) -> None:
    bench.expect(20, "set.yml", "--list", says="yes.txt by reader")
    for report in ("--html", "--markdown", "--csv"):
        bench.expect(2, "set.yml", "--list", report, "f", says=f"{report} has no effect: --list makes no report")
    bench.expect(2, "set.yml", "--chunk-size", "3", says="--chunk-size has no effect: it is for --executor slurm")
    bench.expect(2, "set.yml", "--sbatch", "--nice", says="--sbatch has no effect: it is for --executor slurm")
    bench.expect(0, "set.yml")
    if bench.expect(0, "set.yml", "--list").stdout:
        bench.complain("nothing is missing")


@test
def differences_are_in_the_summary(bench: Bench) -> None:
    bench.expect(0, "set.yml", "-o", "old.db")
    bench.expect(0, "set.yml", "-o", "new.db", "--against", "old.db", says="Nothing differs.")
    bench.write("yes.txt", "perhaps\n")
    bench.expect(0, "set.yml", "-o", "new.db", "--against", "old.db",
                 says="lost: yes.txt by reader: error (no rule fits: exit code 0), was true\n")


@test
def an_empty_campaign_is_told_as_such(bench: Bench) -> None:
    bench.write("tool.yml", "name: reader\ncommand: none-such {file}\nverdicts: [{exit: 0, is: 'true'}]\n")
    bench.write("a.yml", "tasks: [{table: tasks.csv}]\ntools: [tool.yml]\nconfigurations: [{tool: reader}]\n")
    bench.expect(2, "a.yml")
    bench.expect(2, "a.db", says="the campaign is empty", silent="--only")


@test
def parts_of_properties_are_told(bench: Bench) -> None:
    bench.write("p/valid-memsafety.prp", "")
    bench.write("d.c", "valid-free\n")
    bench.write("d.yml", "input_files: d.c\nproperties:\n  - property_file: p/valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-deref\n")
    bench.write("parts.yml", "name: parts\ncommand: [cat, '{file}']\nverdicts: [{output: valid, is: 'false', detail: '(valid-[a-z]+)'}]\n")
    bench.write("a.yml", "tasks: [{definitions: d.yml}]\ntools: [parts.yml]\nconfigurations: [{tool: parts}]\n")
    done = bench.expect(10, "a.yml")
    if "WRONG: " not in done.stderr or "says false (valid-free), expected false (valid-deref)" not in done.stderr:
        bench.complain(done.stderr)


@test
def reports_say_what_is_missing(bench: Bench) -> None:
    bench.write("slow.yml", "name: slow\ncommand: [sh, -c, 'sleep 60', '{file}']\nverdicts: [{exit: 0, is: 'true'}]\nfiles: [.cfa]\n")
    bench.write("a.yml", "tasks: [{table: tasks.csv}, {folder: ., files: '*.cfa'}]\ntools: [reader.yml, slow.yml]\n"
                "configurations: [{tool: reader}, {tool: slow}]\n")
    process = subprocess.Popen([bench.arges, "bench", "a.yml", "--markdown", "a.md"], cwd=bench.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    report = bench.read("a.md")
    if process.returncode != 20 or "Incomplete: 1 of 4 runs is missing." not in said or "**Incomplete: " not in report:
        bench.complain(f"{process.returncode}: {said}{report}")
    if "| reader | slow | 0 | 0 | 0 | 0 |" not in report or "not run" in report:
        bench.complain(report)


@test
def a_lost_terminal_is_no_reason_to_lose_the_summary(bench: Bench) -> None:
    bench.write("slow.yml", "name: slow\ncommand: [sh, -c, 'touch begun; while [ ! -e go ]; do sleep 0.1; done; cat \"$0\"', '{file}']\n"
                + TOOL.split("\n", 2)[2])
    bench.write("a.yml", "tasks: [{table: tasks.csv}]\ntools: [slow.yml]\nconfigurations: [{tool: slow}]\n")

    def hang_up(start: list[str], goes_on: str) -> subprocess.CompletedProcess:
        process = subprocess.Popen([*start, bench.arges, "bench", "a.yml"], cwd=bench.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
        wait_for((bench.folder / "begun").exists)
        (bench.folder / "begun").unlink()
        process.send_signal(signal.SIGHUP)
        if goes_on:
            bench.write(goes_on, "")
        said, _ = process.communicate(timeout=60)
        return subprocess.CompletedProcess(start, process.returncode, said)

    stopped = hang_up([], "")
    if stopped.returncode != 20 or "Incomplete: 2 of 2 runs are missing." not in stopped.stdout:
        bench.complain(f"{stopped.returncode}: {stopped.stdout}")
    stays = hang_up(["nohup"], "go")
    if stays.returncode != 0 or "Incomplete" in stays.stdout:
        bench.complain(f"{stays.returncode}: {stays.stdout}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    parser.add_argument("--only", default="", help="tests whose names have this in them")
    arguments = parser.parse_args()
    complaints = 0
    for function in TESTS:
        if arguments.only not in function.__name__:
            continue
        with tempfile.TemporaryDirectory() as name:
            bench = Bench(str(Path(arguments.arges).resolve()), Path(name))
            function(bench)
            complaints += len(bench.complaints)
            for complaint in bench.complaints:
                print(f"{function.__name__}: {complaint}")
    print(f"{len(TESTS)} tests, {complaints} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
