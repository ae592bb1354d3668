#!/usr/bin/env python3
"""Runs the tests of PSSM and the models of Spring Statemachine through arges.

A test of PSSM has one admissible trace, with the stimuli that lead to it: `arges simulate --outputs` must find a run that
shows exactly that, and must find none where the trace lacks its last entry. A model of Spring must be read: `arges check`
and `arges simulate` must work on it, or refuse it for a reason of REFUSED.

    conformance.py --arges PATH [--table FILE] [NAME...]

The exit code is 1 if something fails, 77 where the files (../shared/data/uml beside the repository, or below
ARGES_SHARED_DATA) are absent.
"""
import argparse
import collections
import csv
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("ARGES_SHARED_DATA", ROOT.parent / "shared" / "data")) / "uml"
PSSM = DATA / "pssm-tetrabox"
SPRING = DATA / "spring-statemachine"

# What a model of Spring may be refused for.
REFUSED = [
    (r"a transition without a (source|target)", "a transition without a source and a target"),
    (r"a state machine in another file is not supported", "a submachine in another file"),
]
Outcome = collections.namedtuple("Outcome", "name works what")


class Runner:
    def __init__(self, arges):
        self.arges = str(arges.resolve())

    def command(self, *arguments):
        line = [self.arges, *map(str, arguments)]
        try:
            return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(line, -1, "", "no answer")


def shape_of(path):
    """How many values each signal and operation of a test carries, with their types; and the operations' names."""
    root = xml.etree.ElementTree.parse(path).getroot()
    kind = "{http://www.w3.org/2001/XMLSchema-instance}type"
    values, operations = {}, []
    for element in root:
        if element.tag == "signals":
            values[element.get("name")] = [one.get(kind) for one in element if one.tag == "attributes"]
        if element.tag == "operations":
            operations.append(element.get("name"))
            values[element.get("name")] = [one.get(kind) for one in element if one.tag == "inParameters"]
    return values, operations


def stimuli_of(path, text, trace):
    """The inputs as `simulate` takes them: with every combination of values that the trace mentions."""
    carried, operations = shape_of(path)
    numbers = sorted(set(re.findall(r"\[in=(-?\d+)\]", trace))) or ["0"]
    choices = []
    for word in text.split():
        call = re.fullmatch(r"CallEventOccurrence://@operations\.(\d+)", word)
        name = operations[int(call[1])] if call else word
        types = carried.get(name)
        if types is None:
            choices.append([name])
            continue
        domains = [["true", "false"] if "Boolean" in one else numbers for one in types]
        choices.append([f"{name}({','.join(values)})" if values else name for values in itertools.product(*domains)])
    return [list(one) for one in itertools.product(*choices)]


def pssm_tests():
    with open(PSSM / "expected_traces.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["model"], row["expectedTrace"].split("::"), row["stimuli"]


def ask(runner, path, events, trace):
    return runner.command("simulate", path, "--events", ",".join(events), "--outputs", ",".join(trace), "-q")


def run_pssm(runner, name, trace, stimuli):
    path = PSSM / name
    first_failure = ""
    for events in stimuli_of(path, stimuli, "::".join(trace)):
        run = ask(runner, path, events, trace)
        if run.returncode == 0:
            # What a test can't miss: the same without its end is no complete run.
            shorter = ask(runner, path, events, trace[:-1])
            if len(trace) > 1 and shorter.returncode != 10:
                return Outcome(name, False, f"the trace without its end is possible too ({shorter.returncode})")
            return Outcome(name, True, "")
        errors = re.findall(r"error: (.*)", run.stderr)
        first_failure = first_failure or (errors[0] if errors else run.stdout.strip().split("\n")[0] or run.stderr.strip())
        if run.returncode == 3:
            break
    return Outcome(name, False, first_failure.replace(str(path), name))


def run_spring(runner, path):
    name = str(path.relative_to(SPRING))
    check = runner.command("check", path, "--check", "assertions", "-q")
    simulate = runner.command("simulate", path, "--format", "json", "-q")
    # Deferring may fill a queue, whose bound makes the answer unknown.
    if check.returncode in (0, 20) and simulate.returncode == 0:
        return Outcome(name, True, "")
    errors = re.findall(r"error: (.*)", check.stderr)
    if check.returncode == 3 and simulate.returncode == 3 and errors:
        known = next((what for pattern, what in REFUSED if all(re.match(pattern, one) for one in errors)), None)
        return Outcome(name, False, known or errors[0])
    return Outcome(name, False, f"exit codes {check.returncode} and {simulate.returncode}: {check.stderr.strip()[-200:]}")


def short(name):
    return name.split("$")[0]


def table(pssm, spring):
    lines = [
        "# UML: what the tests of others say",
        "",
        "Written by `tests/uml/conformance.py --table`. Of each test of PSSM (as Tetrabox has them) `arges simulate --outputs`",
        "searches all runs under the test's stimuli for one that shows exactly the test's trace. The models of Spring",
        "Statemachine must be read by `check` and `simulate`.",
        "",
        "| files | number | work |",
        "| --- | ---: | ---: |",
        f"| PSSM, with a trace | {len(pssm)} | {sum(one.works for one in pssm)} |",
        f"| Spring Statemachine | {len(spring)} | {sum(one.works for one in spring)} |",
        "",
        "## PSSM",
        "",
        "| test | trace found | why not |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {short(one.name)} | {'yes' if one.works else 'no'} | {one.what} |" for one in pssm]
    lines += ["", "## Spring Statemachine", "", "| file | read | why not |", "| --- | --- | --- |"]
    lines += [f"| {one.name} | {'yes' if one.works else 'no'} | {one.what} |" for one in spring]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--arges", type=Path, help="the program")
    parser.add_argument("--table", type=Path, metavar="FILE", help="where to write the page of the documentation")
    options = parser.parse_args()
    if not PSSM.is_dir() or not SPRING.is_dir():
        print(f"skipped: no {DATA}")
        return SKIPPED
    if not options.arges or (options.table and options.names):
        parser.error("--arges is needed, and names are not for --table")
    runner = Runner(options.arges)
    wanted = lambda name: not options.names or any(one in name for one in options.names)
    pssm = [run_pssm(runner, *test) for test in pssm_tests() if wanted(test[0])]
    spring = [run_spring(runner, path) for path in sorted(SPRING.rglob("*.uml")) if wanted(path.name)]
    if options.table:
        options.table.write_text(table(pssm, spring), encoding="utf-8")
    bad = [one for one in pssm if not one.works]
    bad += [one for one in spring if not one.works and one.what not in [what for _, what in REFUSED]]
    for one in bad:
        print(f"FAILS: {one.name}: {one.what}")
    print(f"PSSM: {sum(one.works for one in pssm)} of {len(pssm)} traces found")
    print(f"Spring: {sum(one.works for one in spring)} of {len(spring)} models read")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
