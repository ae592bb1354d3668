"""Runs the tests of a module: functions whose names start with test_, each with a server of its own."""

import argparse
import inspect
import sys
import tempfile
import traceback
from pathlib import Path

from client import Failure

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def equal(found, expected, what=""):
    if found != expected:
        raise Failure(f"{what}\n  found:    {found!r}\n  expected: {expected!r}")


def true(condition, what):
    if not condition:
        raise Failure(what)


def run(module, description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--arges", required=True, help="the program")
    parser.add_argument("names", nargs="*", help="tests to run; all if none is named")
    arguments = parser.parse_args()
    tests = [(name, test) for name, test in inspect.getmembers(module, inspect.isfunction)
             if name.startswith("test_") and (not arguments.names or name in arguments.names)]
    failed = 0
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(arguments.arges, Path(folder).resolve())
                print(f"{name}: passed")
            except Exception:
                failed += 1
                print(f"{name}: failed")
                traceback.print_exc()
    print(f"{len(tests) - failed} of {len(tests)} passed")
    return 1 if failed or not tests else 0


def main(module, description):
    sys.exit(run(module, description))
