#!/usr/bin/env python3
"""Generates the trace sets of models with SIDE times SIDE states and prints what that takes.

    bench/trace_sets.py                      # 100 x 100 states, as a statechart and as a transition system
    bench/trace_sets.py --side 50 --keep DIR # smaller ones, whose files stay there
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS, MEGABYTES = 2, 200  # what 10,000 states may take


def statechart(side):
    """Modes in a ring, and a number that counts round in each of them: two transitions a mode."""
    modes = "".join(
        f'  <state id="S{i}">\n'
        f'    <transition event="next" target="S{(i + 1) % side}"/>\n'
        f'    <transition event="count" target="S{i}">\n'
        f'      <assign location="x" expr="(x + 1) % {side}"/>\n'
        f'    </transition>\n'
        f'  </state>\n'
        for i in range(side))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="ring">\n'
            f'  <datamodel><data id="x" expr="0"/></datamodel>\n{modes}</scxml>\n')


def transition_system(side):
    return (f"var mode : integer = 0\nvar x : integer = 0\nvar counts : boolean = false\n"
            f"trans {{\n  if (counts) {{ x := (x + 1) % {side}; }} else {{ mode := (mode + 1) % {side}; }}\n}}\n"
            f"init {{ }}\nenv {{ havoc counts; }}\nprop {{ true }}\n")


def measure(arges, model, out):
    """CPU seconds and megabytes; the set itself is written, as that is part of it."""
    process = subprocess.Popen([arges, "traces", model, "--format", "json"], stdout=out)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"arges traces {model} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def count(model, out):
    """How many traces there are. Line by line: as a whole such a set takes gigabytes in here."""
    out.seek(0)
    traces, is_full = 0, False
    for line in out:
        traces += line.startswith(b'    {"steps": [')
        is_full = is_full or line.strip() == b'"full_coverage": true,'
    if not is_full:
        sys.exit(f"{model}: coverage is not full")
    return traces


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", default=str(ROOT / "build/release/src/arges"))
    parser.add_argument("--side", type=int, default=100)
    parser.add_argument("--keep", help="a folder for the models")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        measured = []
        for name, write in [("ring.scxml", statechart), ("ring.xsts", transition_system)]:
            (folder / name).write_text(write(arguments.side))
            out = tempfile.TemporaryFile()
            measured.append((name, out, *measure(arguments.arges, str(folder / name), out)))
        # Only now: a process begins with the memory of who starts it.
        print(f"{'model':<12}{'traces':>8}{'CPU s':>8}{'MB':>6}")
        for name, out, seconds, megabytes in measured:
            print(f"{name:<12}{count(name, out):>8}{seconds:>8.2f}{megabytes:>6.0f}")
    late = any(seconds > SECONDS or megabytes > MEGABYTES for _, _, seconds, megabytes in measured)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
