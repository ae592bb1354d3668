#!/usr/bin/env python3
"""Compares what arges does with SCXML documents to what Qt's SCXML runtime does.

    qt_compare.py --arges PATH --qt PATH [--shared FOLDER] [--random N] [--seed N] [FILE...]

Random sequences of each document's events are sent to both; after each event the active atomic states must be the same, and
the variables that are numbers for both. Documents: FILE..., or else ours (models, ../../examples), those of the shared data where
there are any, and N random ones. What one of the two does not load is left out. DEPARTURES says where they may differ, and
why. The exit code is 1 if they differ anywhere else, or where a departure is listed and they don't.
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
import zlib
from pathlib import Path

import random_charts

HERE = Path(__file__).resolve().parent
FOLDERS = ["scion", "alexzhornyak", "itemis-scxml-examples", "irp/ecma"]
SEQUENCES = 5
LENGTH = 12
SECONDS = 20

# By the end of a path: the reason why Qt and arges differ there, with the clause of W3C's recommendation that decides.
DEPARTURES = {}

Outcome = collections.namedtuple("Outcome", "path kind text events", defaults=("", 0))


class NotLoaded(Exception):
    """One of the two can't run the document."""


def local(tag):
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def alphabet(root):
    """The events that transitions wait for, but those that only the machine itself can cause."""
    events = set()
    for element in root.iter():
        if local(element.tag) == "transition":
            for word in element.get("event", "").split():
                events.add("other" if word == "*" else re.sub(r"\.?\*?$", "", word))
    return sorted(e for e in events if re.fullmatch(r"[\w.:-]+", e) and not re.match(r"(done|error)\b", e))


def variables(root):
    return sorted({e.get("id") for e in root.iter() if local(e.tag) == "data" and e.get("id")})


def sequences(events, seed, count, length):
    chooser = random.Random(seed)
    return [[chooser.choice(events) for _ in range(length)] for _ in range(count)]


def run_qt(qt, path, names, runs):
    """What Qt is in, a list for each run; a run ends where the machine does."""
    text = "\n\n".join("\n".join(run) for run in runs) + "\n"
    try:
        done = subprocess.run([qt, path, *names], input=text, capture_output=True, text=True, timeout=SECONDS, check=False)
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
    command = [arges, "simulate", path, "--events", ",".join(events), "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "no answer"
    if done.returncode != 0:
        return None, done.stderr.strip()
    return json.loads(done.stdout)["steps"], done.stderr.strip()


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def difference(mine, theirs):
    """In what two steps differ, or ''."""
    ours = sorted("" if "@" in name else name for name in mine["configuration"])
    if ours != theirs["configuration"]:
        return f"arges {ours}, Qt {theirs['configuration']}"
    for name, value in theirs["variables"].items():
        own = mine["variables"].get(name)
        if is_number(value) and is_number(own) and value != own:
            return f"arges {name} = {own}, Qt {value:g}"
    return ""


def compare(options, path):
    """Runs both on one document."""
    try:
        root = ET.parse(path).getroot()
    except (ET.ParseError, UnicodeDecodeError) as error:
        return Outcome(path, "left out", str(error))
    if local(root.tag) != "scxml":
        return Outcome(path, "left out", "no SCXML")
    _, message = run_arges(options.arges, path, [])
    if _ is None:
        return Outcome(path, "left out", f"arges: {message[:200]}")
    events = alphabet(root)
    runs = sequences(events, options.seed, options.sequences, options.length) if events else [[]]
    try:
        theirs = run_qt(options.qt, path, variables(root), runs)
    except NotLoaded as reason:
        return Outcome(path, "left out", str(reason))
    compared = 0
    for run, expected in zip(runs, theirs):
        sent = run[: len(expected) - 1]
        steps, message = run_arges(options.arges, path, sent)
        if steps is None:
            return Outcome(path, "differs", f"after {' '.join(sent)}: {message}", compared)
        for number, (mine, their) in enumerate(zip(steps, expected)):
            text = difference(mine, their)
            if text:
                return Outcome(path, "differs", f"after {' '.join(sent[:number]) or 'the start'}: {text}", compared)
            compared += number > 0
    return Outcome(path, "same", "", compared)


def documents(options, folder):
    if options.files:
        return options.files
    result = sorted(HERE.glob("models/*.scxml")) + sorted(HERE.parent.parent.glob("examples/*.scxml"))
    for name in FOLDERS:
        result += sorted((options.shared / "scxml" / name).rglob("*.scxml"))
    for number in range(options.random):
        path = Path(folder) / f"random{options.seed + number}.scxml"
        path.write_text(random_charts.generate(options.seed + number), encoding="utf-8")
        result.append(path)
    return [str(path) for path in result]


def departure(path):
    return next((end for end in DEPARTURES if path.endswith("/" + end)), None)


def report(outcomes, is_verbose):
    """Prints what is wrong, and the figures; returns whether all is well."""
    counts = collections.Counter(outcome.kind for outcome in outcomes)
    wrong = 0
    for outcome in outcomes:
        listed = departure(outcome.path)
        is_wrong = outcome.kind == "differs" and not listed or outcome.kind == "same" and listed
        wrong += bool(is_wrong)
        if is_wrong or is_verbose:
            print(f"{outcome.path}: {outcome.kind}{' although listed' if listed else ''}: {outcome.text}")
    print(f"{counts['same']} documents do the same, {counts['differs']} differ, {counts['left out']} left out;"
          f" {sum(outcome.events for outcome in outcomes)} events compared")
    return wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", required=True)
    parser.add_argument("--qt", required=True, help="the program made of qt_runner.cpp")
    parser.add_argument("--shared", type=Path, default=None, help="the folder of shared data")
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--sequences", type=int, default=SEQUENCES)
    parser.add_argument("--length", type=int, default=LENGTH)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the random documents")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("files", nargs="*", metavar="FILE")
    options = parser.parse_args()
    if options.shared is None:
        beside = HERE.parent.parent.parent / "shared" / "data"
        options.shared = Path(os.environ.get("ARGES_SHARED_DATA", beside))
    with tempfile.TemporaryDirectory() as temporary:
        paths = documents(options, options.keep or temporary)
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            outcomes = list(pool.map(lambda path: compare(options, path), paths))
    return 0 if report(outcomes, options.verbose) else 1


if __name__ == "__main__":
    sys.exit(main())
