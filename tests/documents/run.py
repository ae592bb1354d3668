#!/usr/bin/env python3
"""Runs the commands that a page shows, in the order of the page, and compares what they print with what it says they do.

`…` alone on a line stands for any lines, within a line for any text. Blocks of models (cfa, xsts) are checked and get an answer,
and blocks that show a file show what is in it; blocks.py tells which marks say otherwise. Of a page without commands nothing is run.

    run.py --arges PROGRAM PAGE...     runs pages
    run.py --arges PROGRAM --fill PAGE writes what commands print where the page has a line `?` below them
    run.py --not-run                   lists the commands that are not run, with the reasons
    run.py --arges PROGRAM --help-examples  runs the examples that `arges --help` and `arges COMMAND --help` show
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from blocks import ROOT, blocks, commands, pages  # noqa: E402

TIME_LIMIT = 60
MODELS = ("cfa", "xsts")
ANSWERS = (0, 10)


def matches(expected, actual):
    """Whether lines with `…` in them stand for these lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "…":
        return any(matches(expected[1:], actual[skipped:]) for skipped in range(len(actual) + 1))
    if not actual:
        return False
    pattern = ".*".join(re.escape(part) for part in expected[0].rstrip().split("…"))
    return bool(re.fullmatch(pattern, actual[0])) and matches(expected[1:], actual[1:])


def shows(shown, content):
    """Whether lines of a page are these lines of a file, or a part of them, where `…` stands for some."""
    return matches(["…", *[line.rstrip() for line in shown], "…"], [line.rstrip() for line in content])


def expected_codes(block, found, command):
    """The exit codes that a command of a block may have."""
    codes = [int(code) for code in block.marks.get("exit", ("", ""))[1].split()]
    if len(codes) == len(found):
        return (codes[found.index(command)],)
    return tuple(codes) if codes and command is found[-1] else ANSWERS


class Page:
    """One page, run in a folder of its own where `arges` and the folder `examples` are at hand."""

    def __init__(self, path, arges, folder):
        self.path = path
        self.arges = arges
        self.folder = folder
        programs = folder / ".bin"
        programs.mkdir()
        (programs / "arges").symlink_to(arges)
        (folder / "arges").symlink_to(arges)
        for name in ("examples", "bench"):
            (folder / name).symlink_to(ROOT / name)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        self.printed = {}

    def run(self, text):
        """(exit code, lines) of a command, None instead of the code if it took too long."""
        try:
            done = subprocess.run(["bash", "-c", text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIME_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return None, []
        return done.returncode, [line.rstrip() for line in done.stdout.decode().splitlines()]

    def problems(self):
        """Yields what is wrong with the page."""
        for block in blocks(self.path.read_text()):
            if "file" in block.marks:
                yield from self.problems_of_quote(block, ROOT / block.marks["file"][1])
            if "write" in block.marks:
                (self.folder / block.marks["write"][1]).write_text(block.text)
            if block.language in MODELS and "file" not in block.marks:
                yield from self.problems_of_model(block)
            yield from self.problems_of_commands(block)

    def problems_of_quote(self, block, file):
        if not file.is_file():
            yield f"line {block.line}: there is no file {block.marks['file'][1]}"
        elif not shows(block.lines, file.read_text().splitlines()):
            yield f"line {block.line}: this is not what {block.marks['file'][1]} says"

    def problems_of_model(self, block):
        (self.folder / f"shown.{block.language}").write_text(block.text)
        code, lines = self.run(f"arges check shown.{block.language} -q --timeout 20")
        if code not in ANSWERS:
            yield f"line {block.line}: the model gets no answer: exit code {code}\n" + "\n".join(lines)

    def problems_of_commands(self, block):
        found = commands(block)
        missing = [name for name in block.marks.get("needs", ("", ""))[1].split() if not shutil.which(name)]
        if missing:
            print(f"{self.path.name}:{block.line}: skipped without {' '.join(missing)}")
            return
        for command in found:
            if command.reason:
                continue
            allowed = expected_codes(block, found, command)
            code, lines = self.run(command.text)
            self.printed[command.line] = lines
            if code not in allowed:
                yield f"line {command.line}: {command.text}\nexit code {code}\n" + "\n".join(lines)
            elif command.output is not None and not matches(command.output, lines):
                yield (f"line {command.line}: {command.text}\nshown:\n" + "\n".join(command.output) +
                       "\nprinted:\n" + "\n".join(lines))


def run_page(path, arges):
    with tempfile.TemporaryDirectory() as folder:
        page = Page(path, arges, Path(folder))
        try:
            found = list(page.problems())
        except ValueError as error:
            found = [str(error)]
        return page, [f"{path.relative_to(ROOT)}: {problem}" for problem in found]


def fill(path, arges):
    """Puts what commands print in the place of the lines `?` below them."""
    page, _ = run_page(path, arges)
    lines = path.read_text().splitlines()
    for command in reversed([c for block in blocks(path.read_text()) for c in commands(block)]):
        if command.output is None or [line.strip() for line in command.output] != ["?"]:
            continue
        at = next(i for i in range(command.line - 1, len(lines)) if lines[i].strip() == "?")
        indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
        lines[at:at + 1] = [(indent + line).rstrip() for line in page.printed[command.line]]
    path.write_text("\n".join(lines) + "\n")


def not_run():
    """Prints the commands that are not run."""
    for page in pages():
        for block in blocks(page.read_text()):
            for command in commands(block):
                if command.reason:
                    print(f"{page.relative_to(ROOT)}:{command.line}: {command.text}\n    {command.reason}")


# Here nobody speaks to the server, and it ends as it does where its editor is gone.
EXIT_CODES_OF_HELP = {"arges lsp": {1}}


def help_examples(arges):
    """Yields what is wrong with the examples in the program's help."""
    with tempfile.TemporaryDirectory() as folder:
        page = Page(ROOT / "README.md", arges, Path(folder))
        _, general = page.run("arges --help")
        names = re.findall(r"^  (\w+)  ", "\n".join(general).split("Commands:")[1].split("\nOptions:")[0], re.MULTILINE)
        seen = set()
        for arguments in ["--help", *[f"{name} --help" for name in names]]:
            _, lines = page.run(f"arges {arguments}")
            examples = "\n".join(lines).split("\nExamples:\n")[1].split("\n\n")[0].splitlines()
            if not examples:
                yield f"arges {arguments}: no examples"
            for example in examples:
                text = re.split(r"  +", example.strip())[0]
                if text in seen:
                    continue
                seen.add(text)
                code, printed = page.run(text)
                if code not in EXIT_CODES_OF_HELP.get(text, ANSWERS):
                    yield f"arges {arguments}: {text}: exit code {code}\n" + "\n".join(printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", help="the program")
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--not-run", action="store_true")
    parser.add_argument("--help-examples", action="store_true")
    parser.add_argument("pages", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.not_run:
        not_run()
        return 0
    program = str(Path(arguments.arges).resolve())
    if arguments.help_examples:
        found = list(help_examples(program))
    elif arguments.fill:
        for path in arguments.pages:
            fill(path.resolve(), program)
        return 0
    else:
        found = [p for path in arguments.pages or pages() for p in run_page(path.resolve(), program)[1]]
    print("\n\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
