#!/usr/bin/env python3
"""Measures what `arges bench` adds to a run: many runs of a program that does nothing, one after the other, and the milliseconds each took.

Beside that of `arges bench`, the time of as many runs of the same program by this script. Ends with 1 if the difference is over 20 ms."""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_MILLISECONDS = 20
TOOL = "name: nothing\ncommand: ['true']\nverdicts: [{exit: 0, is: unknown}]\n"
SET = "tasks: [{folder: models, files: '*.txt'}]\ntools: tool.yml\nconfigurations: [{tool: nothing}]\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", default=str(ROOT / "build" / "release" / "src" / "arges"))
    parser.add_argument("--runs", type=int, default=300)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "models").mkdir()
        for i in range(arguments.runs):
            (folder / "models" / f"{i:04}.txt").touch()
        (folder / "tool.yml").write_text(TOOL)
        (folder / "set.yml").write_text(SET)
        command = [arguments.arges, "bench", str(folder / "set.yml"), "--out", str(folder / "results.db"), "-q"]
        # The second time there is nothing to run: what remains is reading and reporting.
        both = []
        for _ in range(2):
            start = time.monotonic()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            both.append(time.monotonic() - start)
        start = time.monotonic()
        for _ in range(arguments.runs):
            subprocess.run(["true"], check=True)
        alone = time.monotonic() - start
    each = 1000 * (both[0] - both[1] - alone) / arguments.runs
    print(f"{arguments.runs} runs: {1000 * (both[0] - both[1]) / arguments.runs:.1f} ms each by arges bench, "
          f"{1000 * alone / arguments.runs:.1f} ms alone, {each:.1f} ms more")
    return 1 if each > MOST_MILLISECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
