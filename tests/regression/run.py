#!/usr/bin/env python3
"""Runs one regression file: its COMMANDs, each with the expectations that follow it.

Directives are comments of the file ('// KEY: value'; in .test files '# KEY: value'):

    COMMAND: check %s --domain expl   arguments of arges; %s this file, %d its folder, %t a fresh folder, %% a percent sign
    STDIN: text                       a line of the command's standard input, which is else empty
    EXIT: 10                          the exit code, 0 if not given
    EXPECT: text                      a part of a line of stdout, after where the previous EXPECT matched
    EXPECT-RE: regex                  the same, as a regular expression
    EXPECT-ERR: text                  the same, in stderr
    FORBID: text                      must not be a part of any line of stdout
    FORBID-ERR: text                  the same, of stderr
    LEVEL: 0..3                       a command takes at most 1, 5, 20, 100 seconds; it is stopped after ten times that
    REQUIRES: program-or-path         skipped where this is absent; a path is relative to the file

A test that cannot fail is a defect: no COMMAND, a COMMAND without expectations, an empty or unknown directive fail.
"""

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

SECONDS_OF_LEVEL = [1, 5, 20, 100]
STOP_FACTOR = 10
SKIPPED = 77
FILE_DIRECTIVES = {"LEVEL", "REQUIRES"}
COMMAND_DIRECTIVES = {"EXIT", "EXPECT", "EXPECT-RE", "EXPECT-ERR", "FORBID", "FORBID-ERR", "STDIN"}


class BadTest(Exception):
    """The regression file itself is wrong."""


@dataclass
class Command:
    """One run of arges and what must come out of it."""
    line: int
    arguments: str
    exit: int = 0
    stdin: str = ""
    expectations: list = field(default_factory=list)  # (line, kind, text)


@dataclass
class Test:
    """A regression file, read."""
    commands: list = field(default_factory=list)
    level: int = 0
    requires: list = field(default_factory=list)


def directives(path):
    """Yields (line, key, value) for every directive of the file."""
    plain = path.suffix == ".test"
    pattern = re.compile(r"\s*(?:%s)\s*([A-Z][A-Z-]+):(?: (.*))?$" % ("#" if plain else "//"))
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = pattern.match(line)
        if match:
            yield number, match.group(1), (match.group(2) or "").rstrip()
        elif plain and line.strip() and not line.startswith("#"):
            raise BadTest(f"line {number}: should begin with '#'")


def checked_regex(value):
    try:
        if not re.search(value, ""):
            return
    except re.error as error:
        raise BadTest(f"bad regular expression: {error}") from error
    raise BadTest("matches the empty line, so it cannot fail")


def add_to_command(command, line, key, value):
    if key == "EXIT":
        if any(kind == "EXIT" for _, kind, _ in command.expectations):
            raise BadTest("a second EXIT for one COMMAND")
        if not value.isdecimal():
            raise BadTest("should be a number")
        command.exit = int(value)
    elif key == "STDIN":
        command.stdin += value + "\n"
        return
    elif key == "EXPECT-RE":
        checked_regex(value)
    command.expectations.append((line, key, value))


def add_to_file(test, key, value):
    if key == "REQUIRES":
        test.requires.append(value)
    elif value.isdecimal() and int(value) < len(SECONDS_OF_LEVEL):
        test.level = int(value)
    else:
        raise BadTest("should be 0, 1, 2 or 3")


def add_directive(test, line, key, value):
    if key not in FILE_DIRECTIVES | COMMAND_DIRECTIVES | {"COMMAND"}:
        raise BadTest("unknown directive")
    if not value.strip():
        raise BadTest("needs a value")
    if key == "COMMAND":
        test.commands.append(Command(line, value))
    elif key in FILE_DIRECTIVES:
        add_to_file(test, key, value)
    elif not test.commands:
        raise BadTest("should come after a COMMAND")
    else:
        add_to_command(test.commands[-1], line, key, value)


def read_test(path):
    test = Test()
    for line, key, value in directives(path):
        try:
            add_directive(test, line, key, value)
        except BadTest as error:
            raise BadTest(f"line {line}: {key}: {error}") from error
    if not test.commands:
        raise BadTest("no COMMAND")
    for command in test.commands:
        if not command.expectations:
            raise BadTest(f"line {command.line}: COMMAND: has no expectation")
    return test


def missing_requirement(test, path):
    for need in test.requires:
        present = (path.parent / need).exists() if "/" in need else shutil.which(need)
        if not present:
            return need
    return None


def substitute(text, values, quote=lambda value: value):
    return re.sub("%([sdt%])", lambda match: "%" if match.group(1) == "%" else quote(values[match.group(1)]), text)


def find_in_order(output, patterns):
    """The first (line, kind, regex) of patterns not found in output after its predecessor, or None."""
    lines = output.splitlines()
    row, column = 0, 0
    for pattern in patterns:
        regex = re.compile(pattern[2])
        while row < len(lines):
            match = regex.search(lines[row], column)
            if match:
                column = match.end()
                break
            row, column = row + 1, 0
        else:
            return pattern
    return None


def mismatches(command, result, values):
    """Yields what is wrong with the outcome of a command."""
    code, stdout, stderr = result
    if code != command.exit:
        name = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        yield f"line {command.line}: {name}, expected exit code {command.exit}"

    ordered = {"stdout": [], "stderr": []}
    for line, kind, text in command.expectations:
        if kind == "EXPECT-RE":
            ordered["stdout"].append((line, kind, substitute(text, values, re.escape)))
        elif kind in ("EXPECT", "EXPECT-ERR"):
            stream = "stderr" if kind == "EXPECT-ERR" else "stdout"
            ordered[stream].append((line, kind, re.escape(substitute(text, values))))
        elif kind in ("FORBID", "FORBID-ERR"):
            forbidden = substitute(text, values)
            stream, output = ("stderr", stderr) if kind == "FORBID-ERR" else ("stdout", stdout)
            if any(forbidden in one for one in output.splitlines()):
                yield f"line {line}: {stream} contains {kind}: {forbidden}"

    texts = {line: f"{kind}: {text}" for line, kind, text in command.expectations}
    for stream, output in (("stdout", stdout), ("stderr", stderr)):
        missing = find_in_order(output, ordered[stream])
        if missing:
            yield f"line {missing[0]}: {stream} lacks, or has too early, {texts[missing[0]]}"


def execute(words, folder, timeout, stdin):
    """Runs a command in folder with such an input; gives (exit code, stdout, stderr), the code being None after a timeout."""
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    code = 0
    try:
        stdout, stderr = process.communicate(stdin.encode(), timeout=timeout)
    except subprocess.TimeoutExpired:
        code = None
        os.killpg(process.pid, signal.SIGKILL)
        stdout, stderr = process.communicate()
    decoded = [stream.decode(errors="replace") for stream in (stdout, stderr)]
    return (process.returncode if code is not None else None, *decoded)


def run_command(command, arges, level, values):
    """Runs one command and prints what is wrong; gives whether all was right."""
    words = [str(arges)] + [substitute(word, values) for word in shlex.split(command.arguments)]
    start = time.monotonic()
    result = execute(words, values["t"], SECONDS_OF_LEVEL[level] * STOP_FACTOR,
                     substitute(command.stdin, values))
    seconds = time.monotonic() - start
    if result[0] is None:
        problems = [f"line {command.line}: stopped after {seconds:.0f} s; LEVEL {level} is for at most "
                    f"{SECONDS_OF_LEVEL[level]} s"]
    else:
        problems = list(mismatches(command, result, values))
    if seconds > SECONDS_OF_LEVEL[level] and not problems:
        print(f"note: line {command.line} took {seconds:.1f} s, more than LEVEL {level} is for")
    if problems:
        print(f"command: {shlex.join(words)}")
        for problem in problems:
            print(f"  {problem}")
        for name, output in zip(("stdout", "stderr"), result[1:]):
            print(f"--- {name}")
            print(output, end="" if output.endswith("\n") or not output else "\n")
        print("---")
    return not problems


def run_file(path, arges):
    try:
        test = read_test(path)
    except BadTest as error:
        print(f"{path}: {error}")
        return 1
    need = missing_requirement(test, path)
    if need:
        print(f"skipped: needs {need}")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="arges-regress-") as folder:
        values = {"s": str(path), "d": str(path.parent), "t": folder}
        # All commands run, so that one report shows everything that is wrong.
        right = [run_command(command, arges, test.level, values) for command in test.commands]
    return 0 if all(right) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, required=True, help="the binary under test")
    parser.add_argument("file", type=Path, help="the regression file")
    arguments = parser.parse_args()
    return run_file(arguments.file.resolve(), arguments.arges.resolve())


if __name__ == "__main__":
    sys.exit(main())
