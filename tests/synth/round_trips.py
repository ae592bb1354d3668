#!/usr/bin/env python3
"""Synthesizes sequential tasks and asks arges, gcc and javac whether they are what they promise.

Of each seed a task is made, twice: the files must be the same, and details.json and index.csv must fit the solution. `arges check` must find the answers of solution.csv for the errors,
the formulas and the invariants of the generated C, and the verdict of task.yml. Compiled, the C (and of some seeds the Java)
must react to random inputs as the machine beside it does; so must larger programs, of every fourth seed, that compute many of
their values and that nobody is asked to decide.

    round_trips.py --arges PATH [--seeds FIRST LAST] [--java-every N] [--jobs N] [--check-seconds S] [--out TSV]

The exit code is 1 if something fails. Compilers that are absent are not asked, which the last line tells.
"""
import argparse
import concurrent.futures
import csv
import filecmp
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 900  # for one command, on a machine that has other things to do
CLASSES = ["plain", "arithmetic", "plain", "arithmetic", "data-structure"]
CHECK_SECONDS = 90
INPUTS_OF_A_RUN = 60
RUNS = 5


def specification(seed):
    """What the task of a seed is like: all classes, with and without depths; of arrays few states, as they are hard to decide."""
    properties = {"satisfied": 1, "violated": 1, "structural": 1, "further": 3}
    if seed % 5 == 1:
        properties |= {"patterns": ["absence", "precedence", "universality"],
                       "depth": {"kind": "prefix", "more_than": 4, "at_most": 14}}
    if seed % 5 == 2:
        properties["depth"] = {"kind": "states", "more_than": 10, "at_most": 24}
    if seed % 5 == 3:
        properties |= {"violated": 2, "structural": 0}
    if seed % 5 == 4:
        properties["rarity"] = "any"
    spec = {"kind": "sequential", "name": "task", "inputs": 3 + seed % 2, "outputs": 4, "states": 6 + seed % 7,
            "class": CLASSES[(seed + seed // 5) % len(CLASSES)], "properties": properties,
            "errors": {"reachable": 2, "unreachable": 2}, "invariants": 2}
    if spec["class"] == "arithmetic":
        spec |= {"own": 20, "computed": 10 if seed % 4 == 0 else 0, "computed_values": 2}
    if spec["class"] == "data-structure":
        spec |= {"own": 0, "computed": 0, "inputs": 3, "states": 4}
    return spec


def wild_specification(seed):
    """A larger task with many values that are computed, which only compilers are asked about."""
    return specification(seed) | {"class": "arithmetic" if seed % 8 else "data-structure", "states": 20, "own": 60,
                                  "computed": 60, "computed_values": 100, "dead_states": 10}


class Machine:
    """The Mealy machine beside a program, as a transition system of inputs and outputs."""

    def __init__(self, path):
        lines = path.read_text().splitlines()
        self.initial = int(re.match(r"des \((\d+),", lines[0]).group(1))
        self.steps = {}
        for line in lines[1:]:
            source, label, target = re.match(r'\((\d+), ?"?(\w+)"?, ?(\d+)\)', line).groups()
            self.steps[int(source), label] = int(target)
        self.outputs = {s: label for s, label in self.steps if label.startswith("o")}
        self.inputs = sorted({label for _, label in self.steps if label.startswith("i")})

    def run(self, letters):
        """The outputs, and after how many of them each refused input comes."""
        at, outputs, refused = self.initial, [], []
        for letter in letters:
            between = self.steps.get((at, "i" + letter))
            if between is None:
                refused.append(len(outputs))
                continue
            outputs.append(self.outputs[between][1])
            at = self.steps[between, self.outputs[between]]
        return outputs, refused


class Trip:
    """All checks of one seed."""

    def __init__(self, arges, seed, folder, with_java, check_seconds=CHECK_SECONDS):
        self.arges, self.seed, self.folder, self.with_java = arges, seed, Path(folder), with_java
        self.check_seconds = check_seconds
        self.failures = []
        self.asked = 0

    def fail(self, what):
        self.failures.append(f"seed {self.seed}: {what}")

    def synthesize(self, out, what=specification):
        spec = self.folder / "spec.json"
        spec.write_text(json.dumps(what(self.seed)))
        run = subprocess.run([self.arges, "synth", spec, "--seed", str(self.seed), "--out", out],
                             capture_output=True, text=True, timeout=SECONDS)
        if run.returncode != 0:
            self.fail(f"synth ends with {run.returncode}: {run.stderr.strip()[:400]}")
        return out / f"task-{self.seed}"

    def verdicts(self, arguments):
        """What arges check says, by property."""
        run = subprocess.run([self.arges, "check", *arguments, "--format", "json", "--timeout", str(self.check_seconds)],
                             capture_output=True, text=True, timeout=SECONDS)
        if run.returncode not in (0, 10, 20):
            self.fail(f"check ends with {run.returncode}: {run.stderr.strip()[:400]}")
            return {}
        return {result["property"]: result["verdict"] for result in json.loads(run.stdout)["results"]}

    def run(self):
        task = self.synthesize(self.folder / "first")
        again = self.synthesize(self.folder / "second")
        if self.failures:
            return self
        names = sorted(path.name for path in task.iterdir())
        if names != sorted(path.name for path in again.iterdir()) or \
                filecmp.cmpfiles(task, again, names, shallow=False)[0] != names:
            self.fail("the same seed should give the same files")
        self.read_solution(task)
        self.check_details(task)
        self.check_answers(task)
        self.check_behaviour(task)
        if self.seed % 4 == 0:
            wild = self.synthesize(self.folder / "wild", wild_specification)
            if not self.failures:
                self.read_solution(wild)
                self.check_behaviour(wild)
        return self

    def read_solution(self, task):
        with open(task / "solution.csv", newline="") as file:
            self.solution = dict(csv.reader(file))

    def check_details(self, task):
        """They tell of the violation that was asked for, as deep as it was; the index has all answers."""
        details = json.loads((task / "details.json").read_text())
        wanted = specification(self.seed)["properties"]
        if len(details["violations"]) != wanted["violated"]:
            self.fail(f"details.json should tell of {wanted['violated']} violations: {details['violations']}")
        for violation in details["violations"]:
            if self.solution.get(violation["property"]) != "false":
                self.fail(f"'{violation['property']}' of details.json should be violated")
            depth = violation.get("depth")
            if bool(depth) != ("depth" in wanted) or (depth and not depth["more_than"] < depth["measured"] <= depth["at_most"]):
                self.fail(f"details.json should tell the depth: {violation}")
        index = (task.parent / "index.csv").read_text().splitlines()
        if len(index) != len(self.solution):
            self.fail(f"index.csv should have {len(self.solution)} answers: {index}")

    def check_answers(self, task):
        problem = f"Problem{self.seed}"
        program = task / f"{problem}.c"
        found = self.verdicts([program])
        found |= self.verdicts([program, "--ltl-file", task / f"constraints-{problem}.txt"])
        found |= self.verdicts([program, "--ltl-file", task / f"invariants-{problem}.ltl"])
        for text, expected in self.solution.items():
            self.asked += 1
            if found.get(text) != expected:
                self.fail(f"'{text}' should be {expected}, and arges check says {found.get(text)}")
        expected = re.search(r"expected_verdict: (\w+)", (task / "task.yml").read_text()).group(1)
        if (verdict := self.verdicts([task / "task.yml"]).get("unreach-call")) != expected:
            self.fail(f"task.yml should be {expected}, and arges check says {verdict}")

    def check_behaviour(self, task):
        machine = Machine(task / f"Problem{self.seed}-machine.aut")
        letters = re.search(r"#inputs \[(.*)\]", next(task.glob("constraints-*")).read_text()).group(1).split(", ")
        commands = []
        if shutil.which("gcc"):
            binary = self.folder / "program"
            if self.compiled(["gcc", "-w", task / f"Problem{self.seed}.c", task / "errors.c", "-o", binary]):
                commands.append(([binary], lambda letter: str(ord(letter) - 64), lambda text: chr(int(text) + 64)))
        if self.with_java and shutil.which("javac"):
            if self.compiled(["javac", "-nowarn", "-d", self.folder, task / f"Problem{self.seed}.java", task / "Errors.java"]):
                commands.append((["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", self.folder, f"Problem{self.seed}"],
                                 str, str))
        choices = random.Random(self.seed)
        for command, write, read in commands:
            self.end_of_input(command, write(letters[0]))
            for _ in range(RUNS if len(command) == 1 else 2):
                self.compare(command, write, read, machine, [choices.choice(letters) for _ in range(INPUTS_OF_A_RUN)])

    def compiled(self, command):
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS)
        if run.returncode != 0:
            self.fail(f"{command[0]} refuses the program: {run.stderr.strip()[:400]}")
        return run.returncode == 0

    def end_of_input(self, command, letter):
        """Programs end with their input, which need not say so."""
        try:
            subprocess.run([str(part) for part in command], input=letter + "\n", text=True, timeout=60,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.fail(f"{command[0]} should end at the end of its input")

    def compare(self, command, write, read, machine, letters):
        """An error may come where the machine refuses an input, with one more output, and ends the run."""
        given = "".join(write(letter) + "\n" for letter in letters) + "0\n"
        run = subprocess.run([str(part) for part in command], input=given, capture_output=True, text=True, timeout=SECONDS)
        outputs, refused = machine.run(letters)
        printed = [read(line) for line in run.stdout.split()]
        error = re.search(r"error_(\d+)", run.stderr)
        invalid = run.stderr.count("Invalid input")
        if error:
            if self.solution.get(f"unreach-call-{error.group(1)}") != "false":
                self.fail(f"error {error.group(1)} should not be reachable: {''.join(letters)}")
            expected = outputs[:refused[invalid]] if invalid < len(refused) else None
            fits = expected is not None and printed[:-1] == expected
        else:
            fits = printed == outputs and invalid == len(refused)
        if not fits:
            self.fail(f"{command[0]} should react as the machine does: {''.join(letters)}: {printed} instead of {outputs}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", required=True)
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, 15], metavar=("FIRST", "LAST"))
    parser.add_argument("--java-every", type=int, default=10, help="of so many seeds one is compiled by javac")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check-seconds", type=int, default=CHECK_SECONDS, help="for all formulas of a file, or all errors")
    parser.add_argument("--out", type=Path, help="a table of the seeds")
    options = parser.parse_args()
    rows, failures, asked = [], [], 0

    def one(seed):
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            try:
                trip = Trip(options.arges, seed, folder, seed % options.java_every == 0, options.check_seconds).run()
            except subprocess.TimeoutExpired as error:
                trip = Trip(options.arges, seed, folder, False)
                trip.fail(f"took longer than {SECONDS} s: {' '.join(map(str, error.cmd))}")
            return trip, time.monotonic() - started

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for trip, seconds in pool.map(one, range(options.seeds[0], options.seeds[1] + 1)):
            failures += trip.failures
            asked += trip.asked
            rows.append((trip.seed, specification(trip.seed)["class"], trip.asked, len(trip.failures), f"{seconds:.1f}"))
            for failure in trip.failures:
                print(failure, flush=True)
    if options.out:
        options.out.write_text("".join("\t".join(map(str, row)) + "\n"
                                       for row in [("seed", "class", "answers", "failures", "seconds"), *rows]))
    absent = [name for name in ("gcc", "javac") if not shutil.which(name)]
    undecided = sum("arges check says unknown" in failure for failure in failures)
    print(f"{len(rows)} tasks, {asked} answers, {len(failures)} failures, {undecided} of them undecided" + (f"; without {', '.join(absent)}" if absent else ""))
    return 1 if failures or asked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
