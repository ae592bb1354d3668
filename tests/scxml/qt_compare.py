#!/usr/bin/env python3
"""Compares what arges does with SCXML documents to what Qt's SCXML runtime and Appendix D of the recommendation do.

    qt_compare.py --arges PATH [--qt PATH] [--random N] [--only-random] [--seed N] [FILE...]

Random sequences of each document's events are sent to all; after each event the active atomic states must be the same, and
the variables that are numbers.
- Documents as they are (ours of models and ../../examples, and those of the shared data where there are any): arges and
  Qt. What one of the two does not load is left out. DEPARTURES says where they differ, and who is right.
- N random documents: arges must do what appendix_d.py does, and Qt what that does with Qt's order of transitions.
With FILEs, these only, as they are. The exit code is 1 if there are other differences, or none where a departure is listed;
77 if nothing can be compared because Qt is not there.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import appendix_d
import random_charts

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDERS = ["scion", "alexzhornyak", "itemis-scxml-examples", "irp/ecma"]
ARGES_NAMESPACE = "{https://arges.dev/statechart}"
SKIPPED = 77
SECONDS = 20

# Why Qt 6.4 and arges differ, with the clauses of https://www.w3.org/TR/scxml/ that say who is right.
ORDER = ("Qt is wrong: it prefers transitions with deeper sources, where 3.13 and Appendix D (selectTransitions,"
         " removeConflictingTransitions) go by the document order of the atomic states that select them")
INTERNAL = "Qt is wrong: it puts events for #_internal into the external queue (C.1)"
DEPARTURES = {
    "models/deeper_source.scxml": ORDER,
    "models/history_first.scxml":
        "Qt is wrong: it enters a <history> by default that comes before the first child *state* (3.3, 3.10)",
    "scion/more-parallel/test6.scxml": ORDER,
    "scion/parallel+interrupt/test7.scxml": ORDER,
    "scion/parallel+interrupt/test21b.scxml": ORDER,
    "scion/w3c-ecma/test189.txml.scxml": INTERNAL,
    "scion/w3c-ecma/test495.txml.scxml": INTERNAL,
    "irp/ecma/test495.scxml": INTERNAL,
    "scion/w3c-ecma/test436.txml.scxml": 
        "Qt knows the form In(state) only, as B.1.2 has it for the null data model; this test of the W3C has In('state')",
    "scion/assign/assign_obj_literal.scxml":
        "no data model is named, which leaves it to the platform (3.2.1): the null data model for Qt, ecmascript for arges",
    "scion/w3c-ecma/test580.txml.scxml":
        "arges ends the run where a delayed event is sent again while it is still to come (docs/scxml.md)",
}

Outcome = collections.namedtuple("Outcome", "path kind text runs events", defaults=("", 0, 0))


class NotLoaded(Exception):
    """One of the two can't run the document."""


def local(tag):
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def reads_data(element):
    return any("_event.data" in value for part in element.iter() for value in part.attrib.values())


def alphabet(root):
    """The events that transitions wait for. Not those the machine itself causes, nor those that should carry data, as none
    of what is sent here does."""
    events, excluded = set(), set()
    for element in root.iter():
        if local(element.tag) == "transition":
            for word in element.get("event", "").split():
                name = "other" if word == "*" else re.sub(r"\.?\*?$", "", word)
                (excluded if reads_data(element) else events).add(name)
    return sorted(e for e in events - excluded if re.fullmatch(r"[\w.:-]+", e) and not re.match(r"(done|error)\b", e))


def variables(root):
    return sorted({e.get("id") for e in root.iter() if local(e.tag) == "data" and e.get("id")})


def sequences(root, options):
    events = alphabet(root)
    if not events:
        return [[]]
    chooser = random.Random(options.seed)
    return [[chooser.choice(events) for _ in range(options.length)] for _ in range(options.sequences)]


def run_qt(qt, path, names, runs):
    """The steps of each run by Qt; a run ends where the machine does."""
    text = "\n\n".join("\n".join(run) for run in runs) + "\n"
    try:
        done = subprocess.run([qt, path, *names], input=text, capture_output=True, text=True, timeout=SECONDS, check=False,
                              env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"))
    except subprocess.TimeoutExpired:
        raise NotLoaded("Qt does not come to an end") from None
    if done.returncode != 0:
        raise NotLoaded(f"Qt: {done.stderr.strip()[:200]}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    result = []
    for run in runs:
        steps, lines = lines[: len(run) + 1], lines[len(run) + 1 :]
        last = next((i for i, step in enumerate(steps) if not step["running"]), len(steps) - 1)
        result.append(steps[: last + 1])
    return result


def run_arges(arges, path, events):
    """The steps of a run by arges, or None and why there are none."""
    command = [arges, "simulate", path, "--lenient", "--events", ",".join(events), "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "no answer"
    return json.loads(done.stdout)["steps"] if done.returncode == 0 else None, done.stderr.strip()


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def step_difference(mine, other):
    """In what two steps differ, or ''. States without a name are state@LINE for arges and '' for Qt."""
    names = [sorted("" if "@" in name else name for name in step["configuration"]) for step in (mine, other)]
    if names[0] != names[1]:
        return f"{names[0]} instead of {names[1]}"
    for name, value in other["variables"].items():
        own = mine["variables"].get(name)
        if is_number(value) and is_number(own) and value != own:
            return f"{name} = {own:g} instead of {value:g}"
    return ""


def run_difference(who, sent, steps, expected):
    """In what two runs differ, or ''."""
    for number, (mine, other) in enumerate(zip(steps, expected)):
        text = step_difference(mine, other)
        if text:
            return f"after {' '.join(sent[:number]) or 'the start'}: {who} {text}"
    if len(steps) != len(expected):
        return f"after {' '.join(sent)}: {who} makes {len(steps)} steps instead of {len(expected)}"
    return ""


def compare_to_qt(options, path):
    """Runs both on one document."""
    try:
        root = ET.parse(path).getroot()
    except (ET.ParseError, UnicodeDecodeError) as error:
        return Outcome(path, "left out", str(error))
    if local(root.tag) != "scxml" or any(ARGES_NAMESPACE + "defer" in element.attrib for element in root.iter()):
        return Outcome(path, "left out", "a system, or deferred events, which only arges has")
    runs = sequences(root, options)
    steps, message = run_arges(options.arges, path, [])
    if steps is None:
        return Outcome(path, "left out", f"arges: {message[:200]}")
    try:
        theirs = run_qt(options.qt, path, variables(root), runs)
    except NotLoaded as reason:
        return Outcome(path, "left out", str(reason))
    events, seen = 0, []
    for run, expected in zip(runs, theirs):
        sent = run[: len(expected) - 1]
        if sent in seen:
            continue
        seen.append(sent)
        if sent:
            steps, message = run_arges(options.arges, path, sent)
        text = run_difference("arges is in", sent, steps, expected) if steps else f"after {' '.join(sent)}: {message}"
        if text:
            return Outcome(path, "differs", text, len(seen), events)
        events += len(sent)
    return Outcome(path, "same", "", len(seen), events)


def compare_to_appendix(options, path):
    """Runs the appendix, arges and, if there is one, Qt on a random document."""
    root = ET.parse(path).getroot()
    names, runs, events = variables(root), sequences(root, options), 0
    theirs = run_qt(options.qt, path, names, runs) if options.qt else [None] * len(runs)
    for run, by_qt in zip(runs, theirs):
        right = appendix_d.run(path, run, names, appendix_d.Order.SELECTING_STATE)
        sent = run[: len(right) - 1]
        steps, message = run_arges(options.arges, path, sent)
        text = run_difference("arges is in", sent, steps, right) if steps else f"after {' '.join(sent)}: {message}"
        if not text and by_qt:
            like_qt = appendix_d.run(path, run, names, appendix_d.Order.DEEPEST_SOURCE)
            text = run_difference("Qt is in", run, by_qt, like_qt)
        if text:
            return Outcome(path, "differs", text, len(runs), events)
        events += len(sent)
    return Outcome(path, "same", "", len(runs), events)


def as_they_are(options):
    if options.files:
        return [str(Path(path).resolve()) for path in options.files]
    result = sorted(HERE.glob("models/*.scxml")) + sorted(ROOT.glob("examples/*.scxml"))
    shared = Path(os.environ.get("ARGES_SHARED_DATA", ROOT.parent / "shared" / "data"))
    for name in FOLDERS:
        result += sorted((shared / "scxml" / name).rglob("*.scxml"))
    return [str(path) for path in result]


def random_documents(options, folder):
    result = []
    for seed in range(options.seed, options.seed + (0 if options.files else options.random)):
        path = Path(folder) / f"random{seed}.scxml"
        path.write_text(random_charts.generate(seed), encoding="utf-8")
        result.append(str(path))
    return result


def report(title, outcomes, is_verbose):
    """Prints what is wrong, and the figures; returns how many are wrong."""
    wrong, counts = 0, collections.Counter(outcome.kind for outcome in outcomes)
    for outcome in outcomes:
        reason = next((why for end, why in DEPARTURES.items() if outcome.path.endswith("/" + end)), None)
        is_wrong = outcome.kind == "differs" and not reason or outcome.kind == "same" and reason
        wrong += bool(is_wrong)
        if is_wrong or is_verbose:
            print(f"{outcome.path}: {outcome.kind} {outcome.text}{f' [listed: {reason}]' if reason else ''}")
    print(f"{title}: {counts['same']} documents do the same, {counts['differs']} differ, {counts['left out']} left out;"
          f" {sum(outcome.runs for outcome in outcomes)} sequences, {sum(outcome.events for outcome in outcomes)} events;"
          f" {wrong} surprises")
    return wrong


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", required=True)
    parser.add_argument("--qt", help="the program made of qt_runner.cpp; without it only random documents are compared")
    parser.add_argument("--random", type=int, default=0, help="how many random documents")
    parser.add_argument("--only-random", action="store_true")
    parser.add_argument("--sequences", type=int, default=5)
    parser.add_argument("--length", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the random documents")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("files", nargs="*", metavar="FILE")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if not options.qt and (options.files or not options.random):
        print("Qt's SCXML runtime is not there: nothing to compare with")
        return SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary, \
            concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        if options.qt and not options.only_random:
            outcomes = list(pool.map(lambda path: compare_to_qt(options, path), as_they_are(options)))
            wrong += report("as they are", outcomes, options.verbose)
        paths = random_documents(options, options.keep or temporary)
        if paths:
            outcomes = list(pool.map(lambda path: compare_to_appendix(options, path), paths))
            wrong += report("random", outcomes, options.verbose)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
