#!/usr/bin/env python3
"""Whether a page of the documentation is the one that a test has just written.

    same_page.py WRITTEN KEPT --by COMMAND

WRITTEN is the test's, KEPT the one under version control, COMMAND what writes it. The exit code is 1 if they differ, and 77 where there
is no WRITTEN one, as the test was skipped.
"""
import argparse
import difflib
import sys
from pathlib import Path

SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("written", type=Path, nargs="?")
    parser.add_argument("kept", type=Path, nargs="?")
    parser.add_argument("--by", metavar="COMMAND")
    options = parser.parse_args()
    if not options.kept or not options.by:
        parser.error("two pages and --by are needed")
    if not options.written.exists():
        print(f"skipped: no {options.written}")
        return SKIPPED
    if not options.kept.exists():
        print(f"{options.kept} does not exist; {options.by} writes it")
        return 1
    kept, written = (path.read_text(encoding="utf-8").splitlines() for path in (options.kept, options.written))
    if kept == written:
        return 0
    print(f"{options.kept} is not what the test says; {options.by} writes it")
    print("\n".join(difflib.unified_diff(kept, written, "kept", "written", lineterm="", n=1)))
    return 1


if __name__ == "__main__":
    sys.exit(main())
