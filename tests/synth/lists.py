#!/usr/bin/env python3
"""Asks arges synth for tasks in one folder again and again: its lists have every task there is, and nothing is half-written.

    lists.py --arges PATH

A second run adds to index.csv and tasks.set, or replaces what it makes again; a task that can't be made, or a limit, leaves those
before it in the lists. Details of parallel tasks say why every component matters. The exit code is 1 if something is missing.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 300  # for one command, on a machine that has other things to do
SMALL = {"kind": "sequential", "name": "small", "inputs": 2, "outputs": 2, "states": 3, "languages": ["c"],
         "properties": {"satisfied": 1, "violated": 0, "structural": 0, "further": 0}, "errors": {"reachable": 0, "unreachable": 0},
         "invariants": 0}


class Lists:
    def __init__(self, arges, folder):
        self.arges, self.folder, self.failures = arges, Path(folder), []

    def expect(self, fact, what):
        if not fact:
            self.failures.append(what)

    def synth(self, spec, *arguments, code=0):
        path = self.folder / "spec.json"
        path.write_text(json.dumps(spec))
        run = subprocess.run([self.arges, "synth", path, "--out", self.folder / "tasks", *arguments],
                             capture_output=True, text=True, timeout=SECONDS)
        self.expect(run.returncode == code, f"{arguments}: ends with {run.returncode}, not {code}: {run.stderr[:300]}")
        return run.stderr

    def listed(self):
        """The tasks of both lists, which must agree; each is there with its solution, and no other folder is."""
        index = (self.folder / "tasks/index.csv").read_text().splitlines()
        definitions = (self.folder / "tasks/tasks.set").read_text().splitlines()
        names = list(dict.fromkeys(line.split(",")[0] for line in index))
        self.expect(len(index) == len(set(index)), "a task is listed twice")
        self.expect(definitions == [f"{name}/task.yml" for name in names], f"the lists differ: {definitions} and {names}")
        folders = sorted(path.name for path in (self.folder / "tasks").iterdir() if path.is_dir())
        self.expect(folders == sorted(names), f"{folders} are there, and {names} are listed")
        for name in names:
            self.expect((self.folder / "tasks" / name / "solution.csv").is_file(), f"{name} is not complete")
        return names

    def run(self):
        self.synth(SMALL, "--seed", "1", "--count", "2")
        self.synth(SMALL | {"name": "other"}, "--seed", "5")
        self.expect(self.listed() == ["small-1", "small-2", "other-5"], "a second run should add its tasks")
        self.synth(SMALL, "--seed", "2")
        self.expect(sorted(self.listed()) == ["other-5", "small-1", "small-2"], "a task that is made again is listed once")
        impossible = {"reachable": 1, "unreachable": 0, "depth": {"more_than": 900}}
        self.synth(SMALL | {"sweep": {"/errors": [{"reachable": 0}, impossible]}, "name": "swept"}, code=3)
        self.expect("swept-v1-1" in self.listed(), "what was made before a refusal should be listed")
        wrong = self.synth(SMALL | {"sweep": {"/states": [4, -1, 6]}, "name": "wrong"}, code=3)
        self.expect("states=-1" in wrong, f"which variant is wrong should be told: {wrong}")
        self.expect("wrong-v1-1" not in self.listed(), "all variants should be read before the first is made")
        stopped = self.synth(SMALL | {"name": "late", "states": 60}, "--count", "100000", "--timeout", "3", code=20)
        self.expect("unknown (timeout)" in stopped and "made" in stopped, f"a limit should be told: {stopped}")
        self.listed()
        self.refusals()
        self.details()
        return self.failures

    def refusals(self):
        """One seed that can't be made does not end the others."""
        spec = SMALL | {"name": "some", "states": 5, "errors": {"reachable": 1, "unreachable": 0, "depth": {"more_than": 3, "at_most": 9}}}
        count = 30
        told = self.synth(spec, "--count", str(count), code=3).splitlines()
        refused = [line.split()[1] for line in told if " can't be made (seed " in line]
        made = [name for name in self.listed() if name.startswith("some-")]
        self.expect(0 < len(refused) < count, f"some of these should be refused, and some not: {refused}")
        self.expect(sorted(made + refused) == sorted(f"some-{seed}" for seed in range(1, count + 1)),
                    f"each seed should be made or refused: {made} and {refused}")

    def details(self):
        spec = {"kind": "parallel", "name": "bad", "components": 3, "property": {"verdict": "violated"}}
        self.synth(spec, "--seed", "1")
        details = json.loads((self.folder / "tasks/bad-1/details.json").read_text())
        for number, component in enumerate(details["components"]):
            chain = component["blocks_handle"]
            self.expect(chain[0]["component"] == number and details["handle"] in chain[-1]["blocked"],
                        f"component {number} should block the handle, step by step")
        sensitive = details["every_component_matters_to"]
        formulas = [line.rsplit(",", 1)[0].strip('"') for line in (self.folder / "tasks/bad-1/solution.csv").read_text().splitlines()]
        self.expect(sensitive["shown"][:1] == formulas[:1] and sorted(sensitive["shown"] + sensitive["not_claimed"]) == sorted(formulas),
                    f"of each formula it should be told whether that is claimed: {sensitive}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        failures = Lists(options.arges, folder).run()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
