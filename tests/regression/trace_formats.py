#!/usr/bin/env python3
"""Traces in other forms say the same as in JSON: they are run, compiled and parsed by those who read such forms."""
import argparse
import csv
import io
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
INPUTS = HERE / "traces" / "inputs"
EXAMPLES = HERE.parent.parent / "examples"
CHARTS = [INPUTS / "lamp.scxml", INPUTS / "meter.gcd", EXAMPLES / "door.scxml", EXAMPLES / "gate.system.scxml"]
OTHERS = [EXAMPLES / "turnstile.xsts", INPUTS / "stamp.c", HERE / "ltl" / "gcd.cfa"]
PROGRAM = INPUTS / "stamp.c"
REACHED = 77
INCOMPLETE = 20  # because of --max-length


class Failure(Exception):
    """What is wrong."""


def require(condition, what):
    if not condition:
        raise Failure(what)


class Checker:
    """Asks one program for one model's traces again and again."""

    def __init__(self, arges, folder):
        self.arges = arges
        self.folder = folder
        self.known = {}

    def run(self, *arguments):
        done = subprocess.run([self.arges, *arguments], capture_output=True, text=True, timeout=60)
        require(done.returncode in (0, INCOMPLETE), f"{arguments}: exit code {done.returncode}: {done.stderr}")
        return done.stdout

    def traces(self, model, form):
        if (model, form) not in self.known:
            self.known[model, form] = self.run("traces", model, "--format", form, "--max-length", "5", "--goal-time", "600", "-q")
        return self.known[model, form]

    def steps(self, model):
        """The steps of all traces as JSON has them."""
        return [trace["steps"] for trace in json.loads(self.traces(model, "json"))["traces"]]

    def check_scripts(self, model):
        """A simulation of each script is the trace, and so is one of all scripts together."""
        folder = self.folder / f"{model.name}.scripts"
        self.run("traces", model, "--format", "script", "--max-length", "5", "--goal-time", "600", "-q", "-o", folder)
        expected = self.steps(model)
        scripts = sorted(folder.glob("*.script"))
        require(len(scripts) == len(expected), f"{len(scripts)} scripts of {len(expected)} traces")
        together = self.folder / "together.script"
        together.write_text(self.traces(model, "script"))
        runs = [self.simulate(model, script) for script in scripts]
        require(runs == expected_of(expected), f"scripts of {model.name} lead elsewhere")
        flat = [step for run in runs for step in run]
        require(self.simulate(model, together) == flat, f"all scripts of {model.name} at once lead elsewhere")

    def simulate(self, model, script):
        steps = json.loads(self.run("simulate", model, "--script", script, "--format", "json"))["steps"]
        return [(step["configuration"], step["variables"], sorted(step["outputs"])) for step in steps]

    def check_csv(self, model):
        rows = list(csv.DictReader(io.StringIO(self.traces(model, "csv"))))
        steps = [(t, k, step) for t, trace in enumerate(self.steps(model), 1) for k, step in enumerate(trace)]
        require(len(rows) == len(steps), f"{len(rows)} lines for {len(steps)} steps")
        for row, (trace, number, step) in zip(rows, steps):
            require((row["trace"], row["step"]) == (str(trace), str(number)), f"{row}: should be {trace}, {number}")
            require(row["cause"] == step["action"], f"{row}: cause")
            require(row["configuration"] == "; ".join(step["configuration"]), f"{row}: configuration")
            require(row["outputs"] == "; ".join(step["outputs"]), f"{row}: outputs")
            for name, value in step["variables"].items():
                shown = str(value).lower() if isinstance(value, bool) else str(value)
                require(row[name] == shown, f"{row}: {name} should be {shown}")

    def check_junit(self, model):
        root = ElementTree.fromstring(self.traces(model, "junit"))
        result = json.loads(self.traces(model, "json"))
        traces, coverage = root.findall("testsuite")
        for suite in (traces, coverage):
            for counted, tag in (("tests", "testcase"), ("failures", ".//failure"), ("skipped", ".//skipped")):
                require(int(suite.get(counted)) == len(suite.findall(tag)), f"{suite.get('name')}: {counted}")
        require(len(traces.findall("testcase")) == len(result["traces"]), "a test case a trace")
        counts = result["criteria"].values()
        require(len(coverage.findall("testcase")) == sum(one["goals"] for one in counts), "a test case a goal")
        require(int(coverage.get("failures")) == sum(one["unknown"] for one in counts), "failures are unknown goals")
        require(int(coverage.get("skipped")) == sum(one["infeasible"] for one in counts), "infeasible is skipped")

    def check_svg(self, model):
        root = ElementTree.fromstring(self.traces(model, "svg"))
        groups = [one for one in root if one.get("id", "").startswith("trace-")]
        steps = self.steps(model)
        require(len(groups) == len(steps), f"{len(groups)} drawings of {len(steps)} traces")
        for group, trace in zip(groups, steps):
            texts = " ".join("".join(one.itertext()) for one in group.iter() if one.tag.endswith("text"))
            for step in trace:
                for event in (step["event"] or "").split(" & "):
                    require(event in texts, f"{event} is not drawn")
        for element in root.iter():
            for name in ("x", "y", "x1", "x2", "y1", "y2"):
                value = float(element.get(name, 0))
                require(0 <= value <= float(root.get("width" if name[0] == "x" else "height")),
                        f"{element.tag} is outside of the drawing")

    def check_plantuml(self, model):
        text = self.traces(model, "plantuml")
        count = len(self.steps(model))
        require(text.count("@startuml\n") == text.count("@enduml\n") == count, "a diagram a trace")

    def check_driver(self):
        """The driver accepts an implementation that does what the model does, and no other."""
        driver = self.folder / "driver.c"
        driver.write_text(self.traces(INPUTS / "lamp.scxml", "c"))
        for options, code, says in (([], 0, "4 of 4 traces passed"), (["-DBROKEN"], 1, "Off should be active")):
            ran = self.compile_and_run(["-std=c99", "-Wall", "-Wextra", "-Werror", *options], driver,
                                       INPUTS / "lamp_driver.c")
            require(ran.returncode == code and says in ran.stdout, f"{options}: {ran.returncode}: {ran.stdout}")
        for model in CHARTS + OTHERS[:1]:
            driver.write_text(self.traces(model, "c"))
            subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", driver, "-o",
                            self.folder / "driver.o"], check=True, timeout=60)

    def check_program(self):
        """Made to run as a trace that ends in the error, a C program does; otherwise it does not."""
        harness = self.folder / "harness.c"
        harness.write_text(self.run("traces", PROGRAM, "--format", "c", "-q"))
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-c", harness, "-o", self.folder / "harness.o"], check=True,
                       timeout=60)
        traces = [trace["steps"] for trace in json.loads(self.run("traces", PROGRAM, "--format", "json", "-q"))["traces"]]
        ends = [steps[-1]["configuration"] == ["reach_error"] for steps in traces]
        require(any(ends) and not all(ends), f"traces of both kinds: {ends}")
        for number, is_error in enumerate(ends, 1):
            ran = self.compile_and_run(["-w"], harness, PROGRAM, {"ARGES_TRACE": str(number)})
            require((ran.returncode == REACHED) == is_error, f"trace {number} ended with {ran.returncode}")

    def compile_and_run(self, options, first, second, environment=None):
        program = self.folder / "program"
        subprocess.run(["cc", *options, first, second, "-o", program], check=True, timeout=60)
        return subprocess.run([program], capture_output=True, text=True, timeout=20, env=environment)


def expected_of(traces):
    return [[(step["configuration"], step["variables"], sorted(step["outputs"])) for step in steps] for steps in traces]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    arges = parser.parse_args().arges
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(arges, Path(folder))
        for model in CHARTS + OTHERS:
            try:
                if model in CHARTS:
                    checker.check_scripts(model)
                checker.check_csv(model)
                checker.check_junit(model)
                checker.check_svg(model)
                checker.check_plantuml(model)
            except Failure as failure:
                print(f"{model.name}: {failure}")
                return 1
        if shutil.which("cc"):
            try:
                checker.check_driver()
                checker.check_program()
            except (Failure, subprocess.CalledProcessError) as failure:
                print(failure)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
