#!/usr/bin/env python3
"""Runs `arges traces` on the validation suite, examples/validation, and compares what comes out to what is written here.

Of every model: how many traces, the longest of how many configurations, whether they cover the state space, and what they
leave uncovered; no trace may be another one, or its beginning. Models of Gamma are run where they are (../shared/data/gamma
beside the repository, or below ARGES_SHARED_DATA).

    suite.py --arges PATH [--table FILE] [NAME...]

Names, such as `28` or `gamma`, restrict the runs to those that begin so. The exit code is 1 if something differs.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "examples" / "validation"
GAMMA = Path(os.environ.get("ARGES_SHARED_DATA", ROOT.parent / "shared" / "data")) / "gamma"
INTRODUCTION = Path(__file__).with_name("introduction.md")
HOPELESS_SECONDS = 0.5
SECONDS = 60

# What a command must give: options, number of traces, configurations of the longest; goals that no trace covers. A run without
# an end has no numbers. `shown`: its traces are on the page.
Run = collections.namedtuple("Run", "options traces longest coverage uncovered shown")
# `paper` is (states, transitions, traces and longest in full, with abstraction), None where the paper has no such model.
Model = collections.namedtuple("Model", "name shows runs paper remark")


def run(options, traces, longest, coverage=True, uncovered=(), shown=True):
    return Run(options, traces, longest, coverage, tuple(uncovered), shown)


PACKAGES = {
    "A: basic elements": [
        Model("02-one-transition", "a transition", [run("", 1, 2)], (2, 1, "1/2", ""), ""),
        Model("03-two-events", "two transitions between the same states", [run("", 2, 2)], (2, 2, "2/2", ""), ""),
        Model("04-branch", "the event decides", [run("", 2, 2)], (3, 2, "2/2", ""), ""),
        Model("05-diamond", "ways that meet again", [run("", 2, 3)], (4, 4, "2/3", ""), ""),
        Model("06-shortcut", "a long way and a short one", [run("", 2, 3)], (3, 3, "2/3", ""), ""),
        Model("07-unreachable", "a state that nothing leads to",
              [run("", 2, 2, uncovered=["suspended", "suspended -pardon-> member", "suspended -expel-> stranger"])],
              (4, 4, "2/2", ""), ""),
        Model("08-form-eight", "the \"form 8\"", [run("", 3, 4)], (4, 5, "3/4", ""), ""),
    ],
    "B: loops": [
        Model("09-loops", "a loop through two states, a self loop", [run("", 2, 3)], (1, 1, "2/3", ""), "a"),
        Model("10-two-ways-back", "two loops that share a transition", [run("", 2, 3)], (2, 2, "2/3", ""), "a"),
    ],
    "C: actions": [
        Model("11-order-of-actions", "on exit, of the transition, on entry", [run("", 2, 2)], (2, 1, "2/2", ""), "a"),
        Model("22-internal-and-external", "staying inside, leaving and entering", [run("", 2, 2)], (1, 1, "2/2", ""), "a"),
    ],
    "D: composite states": [
        Model("12-into-a-composite", "in by the border, and to a state inside", [run("", 2, 2)], (4, 2, "2/2", ""), ""),
        Model("13-for-all-inside", "a transition for every state inside", [run("", 3, 4)], (4, 3, "3/4", ""), ""),
        Model("14-inner-first", "inner transitions come first", [run("", 3, 3)], (4, 3, "3/3", ""), ""),
        Model("15-out-of-a-composite", "out by the border, and from a state inside", [run("", 3, 3)], (4, 3, "3/3", ""), ""),
        Model("23-inside-out", "left from the inside out; one transition, two events", [run("", 2, 2)],
              (3, 1, "2/2", ""), ""),
    ],
    "E: orthogonal regions": [
        Model("16-into-regions", "in by the border, and by a fork", [run("", 2, 2)], (5, 2, "2/2", ""), "b"),
        Model("17-into-one-region", "a transition into one region enters all", [run("", 4, 4)], (6, 3, "4/4", ""), "a"),
        Model("18-across-regions", "from one region into the other, with `--lenient`", [run("--lenient", 8, 4)],
              (6, 4, "8/4", ""), "c"),
        Model("20-join", "waiting for both regions", [run("", 2, 4)], (6, 3, "2/4", ""), ""),
        Model("21-side-by-side", "03 beside 02: events in any order", [run("", 4, 3)], (5, 2, "4/3", ""), "a"),
    ],
    "F: variables": [
        Model("24-no-bound", "a counter without a bound", [run("", None, None), run("--abstract", 1, 2)],
              (1, 1, "timeout", "1/2"), ""),
        Model("25-counter", "a counter to 10", [run("", 1, 11), run("--abstract", 1, 2)], (1, 1, "1/11", "1/2"), ""),
        Model("26-once", "an action that makes its guard false", [run("", 1, 2), run("--abstract", 1, 2, shown=False)],
              (1, 1, "1/2", "1/2"), ""),
        Model("27-guard", "a guard on the way", [run("", 1, 2), run("--abstract", 1, 2, shown=False)],
              (2, 1, "1/2", "1/2"), ""),
        Model("28-loop-with-a-counter", "a loop with a counter and a flag",
              [run("", 60, 62, shown=False), run("--vars flag", 3, 4)], (3, 3, "60/62", "3/5"), "d"),
        Model("28a-loop-never-taken", "28 with `i < 1`: the loop is never taken",
              [run("", 1, 3, uncovered=["B -again-> B"], shown=False),
               run("--vars flag", 1, 3, coverage=["i"], uncovered=["B -again-> B"])],
              (3, 3, "", "1"), "e"),
        Model("28b-loop-to-be-unrolled", "28 with `i == 50` on the way to C",
              [run("", 2, 61, shown=False), run("--vars flag", 1, 4, coverage=["i"], uncovered=["C", "B -finish-> C"]),
               run("--vars flag,i", 2, 61, shown=False)], (3, 3, "", "incomplete"), "e"),
        Model("30-toggle", "a variable that comes back to its first value",
              [run("", 1, 3), run("--vars flag", 1, 3, shown=False)], (1, 1, "1/3", "1/3"), ""),
        Model("31-order-of-assignments", "the order of 11, seen in a value",
              [run("", 1, 3), run("--abstract", 1, 3, shown=False)], (2, 1, "1/3", "1/3"), "a"),
        Model("32-regions-that-share", "regions that write the same variable",
              [run("", 1, 3), run("--vars flag", 1, 3, shown=False)], (5, 2, "1/3", "1/3"), "a"),
    ],
}

# Models of Gamma: where, options, traces and longest, whether the state space is covered, transitions covered, the paper's.
Foreign = collections.namedtuple("Foreign", "name path options traces longest coverage transitions paper")
LIGHT = ("TrafficLightCtrl", "tests/hu.bme.mit.gamma.tests/model/Crossroads/TrafficLight/TrafficLightCtrl.gcd")
STATION = ("GroundStation", "examples/hu.bme.mit.jpl.spacemission.casestudy/model/Groundstation/GroundStation.gcd")
CRAFT = ("Spacecraft", "examples/hu.bme.mit.jpl.spacemission.casestudy/model/Spacecraft/Spacecraft.gcd")
FOREIGN = [
    Foreign(*LIGHT, "", 21, 8, True, "7 of 7", "21"),
    Foreign(*LIGHT, "--abstract", 10, 6, True, "7 of 7", "10"),
    Foreign(*LIGHT, "--time-step 100", 61, 16, True, "7 of 7", ""),
    Foreign(*STATION, "--time-step 10000", 4, 3, True, "4 of 5", "5"),
    Foreign(*STATION, "--time-step 5000", 7, 4, True, "5 of 5", "10"),
    Foreign(*STATION, "--time-step 1000", 35, 16, True, "5 of 5", ""),
    Foreign(*CRAFT, "", 64, 3534, True, "8 of 8", "timeout"),
    Foreign(*CRAFT, "--time-step 1000", 5, 2754, True, "8 of 8", ""),
    Foreign(*CRAFT, "--time-step 1500", 3, 1035, True, "8 of 8", ""),
    Foreign(*CRAFT, "--abstract", 1, 8, False, "3 of 8", "1, incomplete"),
]


def arges(program, path, options, *more):
    line = [program, "traces", path.name, *options.split(), *more, "--goal-time", "0", "-q"]
    return subprocess.run(line, cwd=path.parent, capture_output=True, text=True, timeout=3 * SECONDS, check=False)


def figure(traces, longest):
    return "no end" if traces is None else f"{traces}/{longest}"


def told(trace):
    """What a reader sees of each step of a trace."""
    return [json.dumps([step[key] for key in ("action", "configuration", "outputs", "fired", "variables")])
            for step in trace["steps"]]


def repeated(traces):
    """Whether a trace is the beginning of another."""
    texts = sorted(told(trace) for trace in traces)
    return any(after[:len(before)] == before for before, after in zip(texts, texts[1:]))


def goals(document, criterion, covered):
    return [goal["goal"] for goal in document["criteria"][criterion]["details"] if (goal["status"] == "covered") == covered]


def check_endless(program, path, wanted):
    """A run that only a limit ends."""
    run_ = arges(program, path, wanted.options, "--timeout", str(HOPELESS_SECONDS))
    if run_.returncode != 20 or "traces may be missing: timeout" not in run_.stdout:
        yield f"ends with exit code {run_.returncode} instead of a timeout"


def differences(document, wanted):
    """What a document of JSON has that was not expected."""
    traces = document["traces"]
    longest = max((len(trace["steps"]) for trace in traces), default=0)
    if (len(traces), longest) != (wanted.traces, wanted.longest):
        yield f"{figure(len(traces), longest)} instead of {figure(wanted.traces, wanted.longest)}"
    if document["incomplete"]:
        yield f"incomplete: {document['incomplete']}"
    if document["full_coverage"] != (wanted.coverage is True):
        yield f"full coverage: {document['full_coverage']}"
    if repeated(traces):
        yield "a trace is the beginning of another"


def check_model(program, model, wanted):
    """What differs from `wanted`, and the document."""
    path = MODELS / (model.name + ".scxml")
    if wanted.traces is None:
        return list(check_endless(program, path, wanted)), None
    run_ = arges(program, path, wanted.options, "--format", "json", "--timeout", str(SECONDS))
    if run_.returncode != 0:
        return [f"exit code {run_.returncode}: {run_.stderr.strip()}"], None
    document = json.loads(run_.stdout)
    wrong = list(differences(document, wanted))
    uncovered = goals(document, "states", False) + goals(document, "transitions", False)
    if uncovered != list(wanted.uncovered):
        wrong.append(f"not covered: {uncovered}")
    blamed = sorted({name for state in document["unreached"] for name in state["not_tracked"]})
    if wanted.coverage is not True and blamed != wanted.coverage:
        wrong.append(f"to blame: {blamed}")
    return wrong, document


def check_foreign(program, model):
    run_ = arges(program, GAMMA / model.path, model.options, "--format", "json", "--timeout", str(SECONDS))
    if run_.returncode != 0:
        return [f"exit code {run_.returncode}: {run_.stderr.strip()}"]
    document = json.loads(run_.stdout)
    wrong = list(differences(document, model))
    covered = document["criteria"]["transitions"]
    if f"{covered['covered']} of {covered['goals']}" != model.transitions:
        wrong.append(f"transitions: {covered['covered']} of {covered['goals']}")
    return wrong


def check_refusal(program):
    """Without --lenient, transitions into sibling regions are errors."""
    run_ = arges(program, MODELS / "18-across-regions.scxml", "")
    return [] if run_.returncode == 3 and "--lenient" in run_.stderr else [f"exit code {run_.returncode} without --lenient"]


class Page:
    """The page of the documentation."""

    def __init__(self, program):
        self.program = program
        self.tables = []
        self.traces = []

    def add_package(self, name):
        has_data = name.startswith("F")
        self.tables += ["", f"**{name}**", "",
                        "| model | shows | states, transitions | traces/longest |" + (" abstracted |" if has_data else "") +
                        " paper: states, transitions | traces/longest |" + (" abstracted |" if has_data else "") + " |",
                        "| --- | --- | --- | --- |" + " --- |" * (5 if has_data else 3)]
        self.traces += ["", f"### {name}"]

    def add(self, package, model, documents):
        known = next(document for document in documents if document is not None)
        size = ", ".join(str(known["criteria"][part]["goals"]) for part in ("states", "transitions"))
        full, *abstracted = [figure(run_.traces, run_.longest) for run_ in model.runs]
        states, transitions, *theirs = model.paper
        cells = [f"[{model.name}](../examples/validation/{model.name}.scxml)", model.shows, size, full]
        if package.startswith("F"):
            cells.append("; ".join(f"{text} (`{run_.options}`)" for text, run_ in zip(abstracted, model.runs[1:])))
        cells += [f"{states}, {transitions}", theirs[0]] + (theirs[1:] if package.startswith("F") else [])
        self.tables.append("| " + " | ".join(cells + [f"({model.remark})" if model.remark else ""]) + " |")
        for run_ in model.runs:
            if run_.shown and run_.traces is not None:
                self.show(model, run_)

    def show(self, model, run_):
        path = MODELS / (model.name + ".scxml")
        text = arges(self.program, path, run_.options).stdout
        lines = re.split(rf"^{re.escape(path.name)}: ", text, flags=re.MULTILINE)[0].rstrip().split("\n")
        command = " ".join(["arges traces", path.name, run_.options]).strip()
        self.traces += ["", f"`{command}`", "```", *lines, "```"]

    def foreign(self):
        yield "| model | options | traces/longest | state space covered | transitions | paper: traces |"
        yield "| --- | --- | --- | --- | --- | --- |"
        for model in FOREIGN:
            yield (f"| {model.name} | {f'`{model.options}`' if model.options else ''} | {figure(model.traces, model.longest)} | "
                   f"{'yes' if model.coverage is True else 'no'} | {model.transitions} | {model.paper} |")

    def text(self):
        parts = {"tables": "\n".join(self.tables).strip(), "foreign": "\n".join(self.foreign()),
                 "traces": "\n".join(self.traces).strip()}
        template = INTRODUCTION.read_text(encoding="utf-8")
        return re.sub(r"^\{(\w+)\}$", lambda found: parts[found[1]], template, flags=re.MULTILINE)


def run_suite(options):
    """Checks all that is asked for; returns how many runs differ, and the page."""
    program = str(options.arges.resolve())
    page = Page(program)
    failures = number = 0

    def report(name, wrong):
        nonlocal failures, number
        number += 1
        failures += bool(wrong)
        for what in wrong:
            print(f"FAILS: {name}: {what}")

    def wanted(name):
        return not options.names or any(name.startswith(one) for one in options.names)

    for package, models in PACKAGES.items():
        page.add_package(package)
        for model in filter(lambda one: wanted(one.name), models):
            documents = []
            for run_ in model.runs:
                wrong, document = check_model(program, model, run_)
                documents.append(document)
                report(f"{model.name} {run_.options}".strip(), wrong)
            if options.table and any(documents):
                page.add(package, model, documents)
    if wanted("18"):
        report("18-across-regions", check_refusal(program))
    for model in filter(lambda one: wanted("gamma"), FOREIGN):
        if (GAMMA / model.path).exists():
            report(f"gamma {model.name} {model.options}".strip(), check_foreign(program, model))
        else:
            print(f"skipped: {model.path} is not there")
    print(f"{number - failures} runs as expected, {failures} not")
    return failures, page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--arges", type=Path, help="the program")
    parser.add_argument("--table", type=Path, metavar="FILE", help="where to write the page of the documentation")
    options = parser.parse_args()
    if not options.arges or (options.table and options.names):
        parser.error("--arges is needed, and names are not for --table")
    files = {path.stem for path in MODELS.glob("*.scxml")}
    listed = {model.name for models in PACKAGES.values() for model in models}
    if files != listed:
        print(f"FAILS: models without figures, or figures without models: {sorted(files ^ listed)}")
        return 1
    failures, page = run_suite(options)
    if options.table and not failures:
        options.table.write_text(page.text(), encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
