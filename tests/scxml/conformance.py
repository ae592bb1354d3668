#!/usr/bin/env python3
"""Runs the SCXML test suites of others, SCION's and W3C's, through arges.

A test of SCION is a script: events, some after a time, and the configuration after each. `arges simulate` must go through
the same configurations, and `arges check` must prove that the last one is reachable. A test of W3C runs by itself: it must
end in `pass`, and without an environment `pass` must be reachable and `fail` not. What arges does not support it must refuse,
with exit code 3 and for a reason of FEATURES; whatever else differs is in DEPARTURES or is a failure.

    conformance.py --arges PATH [--table FILE] [NAME...]

Names, such as `irp/test372` or `scion/history`, restrict the tests to those that begin so. The exit code is 1 if something
fails, 77 where the tests (../shared/data/scxml beside the repository, or below ARGES_SHARED_DATA) are absent.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
REFUSED = 3
HOPELESS_SECONDS = 3
WAIT_MS = 60000  # longer than any delay of the tests of W3C
ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("ARGES_SHARED_DATA", ROOT.parent / "shared" / "data")) / "scxml"

# What is not supported: how the messages begin that say so, and what the documents that need it have.
FEATURES = [
    (r"<invoke> ", "`<invoke>`"),
    (r"<script> ", "`<script>`"),
    (r"<data> from a file", "`<data src>`"),
    (r"XML as ", "XML as data, `<content>` or a value"),
    (r"late binding", "late binding of data inside of a state"),
    (r"<send> by HTTP", "`<send>` by HTTP"),
    (r"<send> without an event", "`<send>` without an event"),
    (r"<send> to another machine is not supported where", "`error.communication` of a `<send>` to another machine"),
    (r"there is no target '", "errors: `<send>` to a target that can't be, where nothing reacts to the error"),
    (r"'idlocation' of <send>", "`idlocation` of `<send>`"),
    (r"'(target|type|event|delay)expr' that is not a string|which strings '",
     "`targetexpr`, `typeexpr`, `eventexpr` other than a string or a variable that only has strings"),
    (r"'_event' is not|'_event\.\w+' is not", "`_event` as a whole, its `sendid`, `origin`, `origintype`"),
    (r"no event that may be current here carries '", "`_event.data` of events whose data is an object as text"),
    (r"the system variable '", "the system variables `_sessionid` and `_ioprocessors`"),
    (r"'_name' can't be assigned", "errors: assigning to `_name` where nothing reacts to the error"),
    (r"the ECMAScript (operator|word|value)|an ECMAScript assignment inside",
     "ECMAScript: `typeof`, `in`, `instanceof`, `new`, `this`, functions, assignments inside of expressions"),
    (r"an ECMAScript object|'.*', a member of an ECMAScript object|a decimal number or a member",
     "ECMAScript: objects, their members, fractions"),
    (r"this string does not end|expected an expression|'foo' is not declared", "errors: expressions of `<send>` that fail"),
]

TAKEN_AT_ONCE = "the machine takes what it sent to itself at the start before it waits for the environment, SCION after that"
TIMER_TWICE = "a delayed event is sent again while it is still to come, which `simulate` reports and `check` calls unknown"

# Scripts with a second expectation, which is that of Appendix D: leaving a region for itself leaves all of the <parallel>.
SECOND_EXPECTATION = ("scion/more-parallel/test10",)

# Where arges departs from what a suite expects: a test and the part of it, what then is said, and why. All must be needed.
DEPARTURES = {
    ("scion/w3c-ecma/test580", "simulate"): (r"the run is over: a delayed event is sent again", TIMER_TWICE),
    ("scion/w3c-ecma/test580", "check"): (r"reachable In\('pass'\): unknown \(", TIMER_TWICE),
    **{(f"scion/w3c-ecma/test{number}", "simulate"): (r"start: in (pass|s1) instead of s\d", TAKEN_AT_ONCE)
       for number in (172, 179, 185, 193, 205, 331, 348, 354, 495, 560)},
}

Test = collections.namedtuple("Test", "name group number path script")
# `differences` are (part, what), `features` those that it was refused for.
Outcome = collections.namedtuple("Outcome", "test differences features")


def scion_tests():
    folder = DATA / "scion"
    with open(folder / "index.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            is_w3c = row["group"] == "w3c-ecma"
            number = re.match(r"w3c-ecma/test(\d+\w*)", row["scxml"])
            yield Test("scion/" + row["scxml"].removesuffix(".scxml").removesuffix(".txml"),
                       "SCION, W3C's tests with scripts" if is_w3c else "SCION", number[1] if number else "",
                       folder / row["scxml"], json.loads((folder / row["json_script"]).read_text(encoding="utf-8")))


def w3c_tests():
    """Those that need nobody to look at them; some are for other data models only."""
    with open(DATA / "irp" / "manifest.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            path = DATA / "irp" / "ecma" / (row["test"] + ".scxml")
            if row["manual"] == "false" and path.exists():
                yield Test("irp/" + row["test"], f"W3C, {row['conformance']}", row["test"].removeprefix("test"), path, None)


class Refused(Exception):
    """The document is refused: what the program said."""

    def __init__(self, run):
        super().__init__()
        self.run = run


class Runner:
    """Runs tests with one program."""

    def __init__(self, arges, seconds):
        self.arges = str(arges.resolve())
        self.seconds = seconds

    def command(self, *arguments):
        line = [self.arges, *map(str, arguments), "--lenient"]  # W3C refuses nothing that is only odd
        try:
            return subprocess.run(line, capture_output=True, text=True, timeout=3 * self.seconds + 20, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(line, -1, "", "no answer")

    def run(self, test):
        """All that can be said of one test."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                return Outcome(test, list(self.scion(test, folder) if test.script else self.w3c(test, folder)), [])
            except Refused as refusal:
                return self.refused(test, refusal.run)

    def refused(self, test, simulation):
        """A refusal needs a known reason, and must not depend on the command."""
        messages = re.findall(r"error: (.*)", simulation.stderr)
        features, differences = [], []
        for message in messages:
            known = next((name for pattern, name in FEATURES if re.match(pattern, message)), None)
            if known is None:
                differences.append(("refusal", "for an unknown reason: " + message))
            elif known not in features:
                features.append(known)
        if not messages:
            differences.append(("refusal", "without a message"))
        check = self.command("check", test.path, "--check", "assertions", "-q")
        if check.returncode != REFUSED or re.findall(r"error: (.*)", check.stderr) != messages:
            differences.append(("refusal", f"otherwise by check, with exit code {check.returncode}"))
        return Outcome(test, differences, features)

    def simulate(self, path, inputs, folder):
        """The configurations at the start and after each input, or what went wrong; throws Refused.

        Time passes in steps that the model has, and only while it has timers and has not ended: what the scripts say is
        adapted to that."""
        inputs = list(inputs)
        script = Path(folder, "script.txt")
        for _ in range(len(inputs) + 2):
            # An input that is left out does nothing; its configuration is the one before.
            lines = [line for line in inputs if line]
            script.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            run = self.command("simulate", path, "--script", script, "--format", "json", "-q")
            if run.returncode == 0:
                steps = json.loads(run.stdout)["steps"]
                if steps[-1]["problem"]:
                    return None, "the run is over: " + steps[-1]["problem"]
                steps = iter(steps)
                configurations = [next(steps)["configuration"]]
                for line in inputs:
                    configurations.append(next(steps)["configuration"] if line else configurations[-1])
                return configurations, None
            place = re.search(r"script\.txt:(\d+):\d+: error: (.*)", run.stderr)  # the input that can't be
            if not place and run.returncode == REFUSED:
                raise Refused(run)
            if not place:
                break
            used = [index for index, line in enumerate(inputs) if line]
            at = used[int(place[1]) - 1]
            granularity = re.match(r"time passes in steps of (\d+) ms", place[2])
            if place[2] == "the system has ended" or place[2].startswith("the run is over: "):
                inputs[at:] = [""] * len(inputs[at:])
            elif place[2] == "nothing in this system depends on time":
                inputs[at] = ""
            elif granularity:
                wanted = int(re.search(r"\d+", inputs[at])[0])
                inputs[at] = f"after {wanted - wanted % int(granularity[1])}ms"
            else:
                break
        return None, failure(run)

    def verdicts(self, test, path, properties, *options):
        """The verdict on each, with the reason of an unknown; or None and what went wrong."""
        seconds = HOPELESS_SECONDS if (test.name, "check") in DEPARTURES else self.seconds
        arguments = [word for text in properties for word in ("--property", text)]
        run = self.command("check", path, *arguments, *options, "--format", "json", "-q", "--timeout", seconds)
        if run.returncode not in (0, 10, 20):
            return None, failure(run)
        return [result["verdict"] if result["verdict"] != "unknown" else f"unknown ({result['reason']})"
                for result in json.loads(run.stdout)["results"]], None

    def scion(self, test, folder):
        """The differences from a script: (part, what)."""
        script = test.script["legacySemantics"] if test.name in SECOND_EXPECTATION else test.script
        inputs, expected = [], [sorted(script["initialConfiguration"])]
        for entry in script["events"]:
            if "after" in entry:
                inputs.append(f"after {entry['after']}ms")
                expected.append(None)
            inputs.append(entry["event"]["name"])
            expected.append(sorted(entry["nextConfiguration"]))
        configurations, wrong = self.simulate(test.path, inputs, folder)
        if wrong:
            yield "simulate", wrong
        else:
            for name, wanted, found in zip(["start"] + inputs, expected, configurations):
                if wanted is not None and wanted != found:
                    yield "simulate", f"{name}: in {', '.join(found)} instead of {', '.join(wanted)}"
        goal = "reachable " + " and ".join(f"In('{state}')" for state in expected[-1])
        events = sorted({entry["event"]["name"] for entry in script["events"]})
        verdicts, wrong = self.verdicts(test, test.path, [goal], *(["--events", ",".join(events)] if events else []))
        if wrong or verdicts != ["true"]:
            yield "check", wrong or f"{goal}: {verdicts[0]}"

    def w3c(self, test, folder):
        """The differences from a test that runs by itself: (part, what)."""
        configurations, wrong = self.simulate(test.path, [f"after {WAIT_MS}ms"], folder)
        if wrong or configurations[-1] != ["pass"]:
            yield "simulate", wrong or f"ends in {', '.join(configurations[-1])}"
        closed = Path(folder, test.path.name)
        closed.write_text(without_environment(test.path.read_text(encoding="utf-8")), encoding="utf-8")
        verdicts, wrong = self.verdicts(test, closed, ["state pass reachable", "state fail reachable"])
        if wrong or verdicts[0] != "true":
            yield "check", wrong or f"pass reachable: {verdicts[0]}"
        if verdicts and verdicts[1] != "false":
            yield "check", f"fail reachable: {verdicts[1]}"


def failure(run):
    """What a command ended with, on one line."""
    return f"exit code {run.returncode}: {next(iter(run.stderr.strip().splitlines()), 'nothing is said')}"


def without_environment(text):
    """The same document, to which nobody sends anything."""
    nobody = '<a:environment xmlns:a="https://arges.dev/statechart"/>'
    return re.sub(r"<scxml\b[^>]*>", lambda root: root[0] + nobody, text, count=1)


def unknown_differences(outcome):
    """The differences that are not in DEPARTURES."""
    def is_known(part, what):
        pattern, _ = DEPARTURES.get((outcome.test.name, part), ("", ""))
        return pattern and re.match(pattern, what)
    return [(part, what) for part, what in outcome.differences if not is_known(part, what)]


def missing_departures(outcome):
    """What DEPARTURES has of a test but was not seen."""
    seen = {part for part, _ in outcome.differences}
    return [(part, "does what it should, but is in the list of departures")
            for name, part in DEPARTURES if name == outcome.test.name and part not in seen]


def failures_of(outcome):
    return unknown_differences(outcome) + missing_departures(outcome)


def status(outcome):
    """passed, refused, departs (for a known reason) or failed."""
    if failures_of(outcome):
        return "failed"
    if outcome.differences:
        return "departs"
    return "refused" if outcome.features else "passed"


def ordered(numbers):
    """Test numbers such as 403c, each once."""
    return sorted(set(numbers), key=lambda text: (int(re.match(r"\d+", text)[0]), text))


def table(outcomes):
    """The page of the documentation."""
    lines = ["# SCXML: what is and what is not supported", "",
             "Written by `tests/scxml/conformance.py --table`, which runs the tests of SCION and of W3C (those with an ECMAScript",
             "data model that need nobody to look at them). Of every test that is not refused, `arges simulate` goes through the",
             "expected configurations, and `arges check` proves that the last one is reachable; of W3C's also that `fail` is not.", "",
             "| tests | number | passed | refused | depart |", "| --- | ---: | ---: | ---: | ---: |"]
    groups = list(dict.fromkeys(outcome.test.group for outcome in outcomes))
    for group in groups:
        counts = collections.Counter(status(outcome) for outcome in outcomes if outcome.test.group == group)
        lines.append(f"| {group} | {sum(counts.values())} | {counts['passed']} | {counts['refused']} | {counts['departs']} |")
    lines += ["", "## Refused", "A test may need several of these; W3C's are listed by their numbers.", "",
              "| what is not supported | " + " | ".join(groups) + " | tests of W3C |",
              "| --- |" + " ---: |" * len(groups) + " --- |"]
    for name in dict.fromkeys(name for _, name in FEATURES):
        users = [outcome.test for outcome in outcomes if name in outcome.features]
        if users:
            counts = [sum(test.group == group for test in users) for group in groups]
            numbers = ordered(test.number for test in users if test.number)
            lines.append(f"| {name} | " + " | ".join(str(count or "") for count in counts) + f" | {', '.join(numbers)} |")
    lines += ["", "## Departures"]
    for reason in dict.fromkeys(reason for _, reason in DEPARTURES.values()):
        names = dict.fromkeys(name for (name, _), (_, why) in DEPARTURES.items() if why == reason)
        lines.append(f"- {', '.join(f'`{name}`' for name in names)}: {reason}.")
    return "\n".join(lines) + "\n"


def report(outcomes):
    """Prints what fails and the figures; returns whether something failed."""
    for outcome in outcomes:
        for part, what in failures_of(outcome):
            print(f"FAILS: {outcome.test.name}: {part}: {what}")
    counts = collections.Counter(map(status, outcomes))
    print(f"skipped: {counts['refused']} refused for what is not supported, {counts['departs']} known departures")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['refused'] + counts['departs']} skipped")
    return counts["failed"] > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--arges", type=Path, help="the program")
    parser.add_argument("--table", type=Path, metavar="FILE", help="where to write the page of the documentation")
    parser.add_argument("--seconds", type=int, default=60, help="for each of the checks")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if not (DATA / "scion").is_dir() or not (DATA / "irp").is_dir():
        print(f"skipped: no {DATA}")
        return SKIPPED
    if not options.arges or (options.table and options.names):
        parser.error("--arges is needed, and names are not for --table")
    tests = [test for test in [*scion_tests(), *w3c_tests()]
             if not options.names or any(test.name.startswith(name) for name in options.names)]
    runner = Runner(options.arges, options.seconds)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(runner.run, tests))
    if options.table:
        options.table.write_text(table(outcomes), encoding="utf-8")
    return 1 if report(outcomes) or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
