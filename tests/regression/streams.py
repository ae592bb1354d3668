#!/usr/bin/env python3
"""Whoever reads stdout or stderr may go away, or never have been there: the exit code is that of the run all the same."""
import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAMP = HERE / "statechart" / "inputs" / "lamp.scxml"
# A name, arguments of arges, the exit code.
CASES = [
    ("a verdict", ["check", LAMP, "--property", "level < 3"], 10),
    ("a verdict and the log", ["check", LAMP, "--property", "level < 3", "-v"], 10),
    ("a wrong input", ["check", LAMP, "--property", "Brigth"], 3),
    ("a wrong command line", ["check", LAMP, "--nonsense"], 2),
    ("help", ["check", "--help"], 0),
    ("a simulation", ["simulate", LAMP, "--events", "on,more,more"], 0),
]


def closed_pipe():
    """The end to write to of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def code_with(arges, arguments, stream, writing):
    """The exit code if `stream` is such an end; None: the stream is closed."""
    others = {name: subprocess.DEVNULL for name in ("stdout", "stderr") if name != stream}
    number = {"stdout": 1, "stderr": 2}[stream]
    if writing is not None:
        others[stream] = writing
        return subprocess.run([arges, *arguments], timeout=60, **others).returncode
    return subprocess.run([arges, *arguments], timeout=60, preexec_fn=lambda: os.close(number), **others).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", type=Path, required=True)
    arges = parser.parse_args().arges.resolve()
    failures = 0
    for name, arguments, expected in CASES:
        for stream in ("stdout", "stderr"):
            for what in ("unread", "closed"):
                if (stream, what) == ("stdout", "closed"):
                    continue  # results that nobody could ever see are an error, see cli/files.h
                writing = closed_pipe() if what == "unread" else None
                code = code_with(arges, arguments, stream, writing)
                if writing is not None:
                    os.close(writing)
                if code != expected:
                    failures += 1
                    print(f"{name}, {stream} {what}: exit code {code}, expected {expected}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
