#!/usr/bin/env python3
"""Checks that every header below src compiles alone.

A header whose .cpp includes it first is shown to do so by the build itself, so for those only that is checked; the
others are compiled here (--all compiles every one).
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"][^>"]*[>"])', re.MULTILINE)
WITH_ARGUMENT = ("-I", "-isystem", "-D")


def compiler_and_flags(build):
    """The compiler of a configured build and every include folder and definition that it uses."""
    commands = json.loads((build / "compile_commands.json").read_text())
    flags, compiler = ["-std=c++20", f"-I{ROOT / 'src'}"], "c++"
    for command in commands:
        words = shlex.split(command["command"])
        compiler = next((w for w in words if not w.endswith("ccache")), compiler)
        for word, following in zip(words, words[1:] + [""]):
            option = next((o for o in WITH_ARGUMENT if word.startswith(o)), None)
            if option:
                flag = [word, following] if word == option else [word]
                if word not in flags or (len(flag) == 2 and following not in flags):
                    flags += flag
    return compiler, flags


def own_source_is_wrong(header, source):
    """Why the build does not show that this header compiles alone, or None."""
    first = INCLUDE.search(source.read_text(errors="replace"))
    own = f'"{header.relative_to(ROOT / "src")}"'
    if first and first.group(1) == own:
        return None
    return f"{source}:1: should include its own header {own} first"


def compile_alone(header, compiler, flags):
    command = [compiler, *flags, "-fsyntax-only", "-x", "c++", "-include", str(header), os.devnull]
    result = subprocess.run(command, capture_output=True, text=True)
    return None if result.returncode == 0 else f"{header}:1: does not compile alone\n{result.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/test", help="a configured build folder")
    parser.add_argument("--all", action="store_true", help="compile also what the build compiles anyway")
    arguments = parser.parse_args()
    if not (arguments.build / "compile_commands.json").is_file():
        print(f"{arguments.build} is not configured: run scripts/build --configure-only test", file=sys.stderr)
        return 2

    problems, alone = [], []
    for header in sorted((ROOT / "src").rglob("*.h")):
        source = header.with_suffix(".cpp")
        if source.is_file():
            problems.append(own_source_is_wrong(header, source))
        if arguments.all or not source.is_file():
            alone.append(header)
    compiler, flags = compiler_and_flags(arguments.build)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems += pool.map(lambda header: compile_alone(header, compiler, flags), alone)

    problems = [problem for problem in problems if problem]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
