"""The blocks of code in a page, with the marks that stand above them as comments.

A mark is a comment of HTML on a line of its own right above a block, which nobody sees in the page:

    <!-- not run: REASON -->          its commands can't be run by the test; `not run (./test): …` says so of those that begin like this
    <!-- exit: 20 -->                 the exit code of its last command, where it is neither 0 nor 10; or one for each command
    <!-- needs: spin -->              programs without which its commands are skipped
    <!-- file: examples/door.scxml --> it shows this file, or parts of it
    <!-- write: counter.cfa -->       it is written to this file before the commands below are run
    <!-- output: arges check … -->    it shows what this command prints
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Pages whose examples are run; what else there is in docs is written by programs that have tests of their own.
WRITTEN_BY_PROGRAMS = {"docs/study-monitoring/report.md", "docs/study-monitoring/notes.md"}
MARK = re.compile(r"^<!-- (not run|exit|needs|file|write|output)( \(.*?\))?: (.*?) -->$")
FENCE = re.compile(r"^(```+)\s*(\S*)")
COMMAND = re.compile(r"^(\./)?(arges|spin|test|scripts/\S+) ?")
PROSE_LANGUAGES = ("", "console", "sh")


@dataclass
class Block:
    """A block of code: its line in the page, its language ("" if none is named), lines and marks."""
    line: int
    language: str
    lines: list
    marks: dict = field(default_factory=dict)

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


@dataclass
class Command:
    """A command of a block, and what the page shows as its output; None if it shows none."""
    line: int
    text: str
    output: list
    reason: str = ""  # why it is not run


def pages():
    """README and every page of docs, from the root."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if str(page.relative_to(ROOT)) not in WRITTEN_BY_PROGRAMS]


def marks_above(lines, at):
    """The marks on the lines above line `at`."""
    result = {}
    at -= 1
    while at >= 0 and (not lines[at].strip() or lines[at].startswith("<!--")):
        found = MARK.match(lines[at].strip())
        if found:
            result[found[1]] = ((found[2] or "").strip(" ()"), found[3])
        elif re.match(r"<!-- \w+( \w+)?(:| -->)", lines[at]):
            raise ValueError(f"line {at + 1}: not a mark: {lines[at]}")
        at -= 1
    return result


def blocks(text):
    """All blocks of a page: those between fences, and those that are indented by four signs."""
    lines = text.splitlines()
    result = []
    at = 0
    in_list = False
    while at < len(lines):
        line = lines[at]
        fence = FENCE.match(line)
        if fence:
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith(fence[1])), len(lines))
            result.append(Block(at + 1, fence[2], lines[at + 1:end], marks_above(lines, at)))
            at = end + 1
            continue
        starts = at == 0 or not lines[at - 1].strip() or lines[at - 1].startswith(("#", "<!--", "```"))
        if line.startswith("    ") and line.strip() and starts and not in_list:
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            body = [inner[4:] for inner in lines[at:end]]
            while body and not body[-1].strip():
                body.pop()
            result.append(Block(at + 1, "", body, marks_above(lines, at)))
            at = end
            continue
        if line.strip() and not line.startswith(" "):
            in_list = bool(re.match(r"([-*]|\d+\.) ", line))
        at += 1
    return result


def commands(block):
    """The commands of a block, in order; none if it is not about commands."""
    if block.language not in PROSE_LANGUAGES or "file" in block.marks or "write" in block.marks:
        return []
    if "output" in block.marks:
        result = [Command(block.line, block.marks["output"][1], block.lines)]
    elif any(line.startswith("$ ") for line in block.lines):
        result = session(block)
    elif block.lines and COMMAND.match(block.lines[0]):
        strange = [line for line in block.lines if line.strip() and not COMMAND.match(line)]
        if strange:
            raise ValueError(f"line {block.line}: commands with output begin with '$ ': {strange[0]}")
        result = [Command(block.line, line, None) for line in block.lines if line.strip()]
    else:
        return []
    beginning, reason = block.marks.get("not run", ("", ""))
    for command in result:
        if reason and command.text.startswith(beginning):
            command.reason = reason
    return result


def session(block):
    """Commands behind `$ `, each with the lines below it as its output; the signs \\ and newline go on."""
    result = []
    goes_on = False
    for number, line in enumerate(block.lines, start=block.line + (1 if block.language else 0)):
        if goes_on:
            result[-1].text += "\n" + line
        elif line.startswith("$ "):
            result.append(Command(number, line[2:], None))
        elif not result:
            raise ValueError(f"line {number}: output before the first command")
        elif line.strip() or result[-1].output:
            result[-1].output = (result[-1].output or []) + [line]
            continue
        goes_on = line.endswith("\\") and result[-1].output is None
    for command in result:
        while command.output and not command.output[-1].strip():
            command.output.pop()
    return result
