#!/usr/bin/env python3
"""Makes docs/reference/COMMAND.md of every command, from `arges options --format json` and docs/reference/examples.toml.

    reference.py --arges PROGRAM           writes the pages
    reference.py --arges PROGRAM --check   says what is wrong: options or values without an example, examples without an option,
                                           options without advice, examples that do not use what they are for, pages that are not up to date
"""
import argparse
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "reference"
HEAD = """# arges {name}
{help}

This page is written by `web/docs/reference.py`, from what `arges options` says and from
[examples.toml](examples.toml). Its examples are run by the tests. Values may be in upper case and with `_` for `-`.
"""


class Reference:
    """What is known about options: the program's own tables, and the examples."""

    def __init__(self, arges):
        done = subprocess.run([arges, "options", "--format", "json"], capture_output=True, text=True, check=True)
        self.commands = {command["name"]: command for command in json.loads(done.stdout)["commands"]}
        self.examples = tomllib.loads((FOLDER / "examples.toml").read_text())
        self.problems = []

    def options(self, name):
        """What is for people: help has a heading for it."""
        return [option for option in self.commands[name]["options"] if option["group"]]

    @staticmethod
    def values(option):
        return [value["name"] for value in option.get("values", [])]

    def source(self, command, option):
        """The examples of an option: the command's own, or those of check if the option is the same there; and whose they are."""
        own = self.examples.get(command, {}).get(option["name"])
        if own is not None:
            return own, command
        for other in self.options("check"):
            if other["name"] == option["name"] and self.values(other) == self.values(option):
                return self.examples["check"].get(option["name"], {}), "check"
        return {}, command

    def complain(self, command, option, text):
        self.problems.append(f"docs/reference/examples.toml: [{command}.{option}]: {text}")

    def check_option(self, command, option):
        examples, owner = self.source(command, option)
        values = self.values(option)
        for value in values or ["example"]:
            text = examples.get(value)
            if text is None:
                self.complain(command, option["name"], f"there is no example: {value} = 'arges {command} …'")
            elif owner == command and option["kind"] != "positional":
                uses = "-" + ("" if len(option["name"]) == 1 else "-") + option["name"]
                short = option["spelling"].split(",")[0].split(" ")[0]
                wanted = rf"(?<!\S)({re.escape(uses)}|{re.escape(short)})(?!\S)"
                if value != "FILE" and values:
                    wanted += rf"[ =]\S*{re.escape(value)}"
                if not re.search(wanted, text):
                    self.complain(command, option["name"], f"the example of {value} does not use it: {text}")
        for key in examples:
            if owner == command and key not in [*values, *(["advice"] if values else ["advice", "example"])]:
                self.complain(command, option["name"], f"there is no value {key}")
        if not values and "advice" not in examples and "advice" not in option:
            self.complain(command, option["name"], "there is no advice")

    def check(self):
        for name in self.commands:
            for option in self.options(name):
                self.check_option(name, option)
        for command, options in self.examples.items():
            known = [option["name"] for option in self.options(command)] if command in self.commands else []
            for option in options:
                if option not in known:
                    self.complain(command, option, "there is no such option")

    def option_text(self, command, option):
        examples, owner = self.source(command, option)
        about = option["help"][0].upper() + option["help"][1:] + ("; may be given several times" if option["repeatable"] else "")
        result = [f"### {heading(option)}", f"{cell(about)}."]
        if option["default"] is not None:
            result[-1] += f" Default: `{option['default']}`."
        advice = option.get("advice", examples.get("advice"))
        if advice:
            result[-1] += f"\n\n**When**: {cell(advice).rstrip('.')}."
        if option.get("values"):
            result.append("| value | what it does | when to use it |\n| --- | --- | --- |\n" + "\n".join(
                f"| `{v['name']}` | {cell(v['help'])} | {cell(v['advice'])} |" for v in option["values"]))
        if owner != command:
            result.append(f"Examples: [arges {owner}]({owner}.md#{anchor(option)}), where it is the same.")
            return "\n\n".join(result)
        texts = [examples.get(value, "") for value in self.values(option) or ["example"]]
        lines = [line if text.startswith("$ ") or line.startswith("#") else f"$ {line}"
                 for text in map(str.strip, texts) for line in text.splitlines()]
        notes = [line[2:] for line in lines if line.startswith("#")]
        lines = [line for line in lines if not line.startswith("#")]
        if lines:
            result.append("```console\n" + "\n".join(lines) + "\n```")
        result += [f"Not run by the tests: `{note.partition(': ')[0]}` ({note.partition(': ')[2]})." for note in notes]
        return "\n\n".join(result)

    def page(self, name):
        parts = [HEAD.format(name=name, help=self.commands[name]["help"])]
        for group in dict.fromkeys(option["group"] for option in self.options(name)):
            parts.append(f"## {group}\n")
            parts += [self.option_text(name, option) + "\n" for option in self.options(name) if option["group"] == group]
        return "\n".join(parts)

    def overview(self):
        """The page of what all commands share."""
        rows = "\n".join(f"| [`arges {name}`]({name}.md) | {cell(command['help'])} |" for name, command in self.commands.items())
        return ("# Commands and options\nEvery command with all its options, values, defaults, advice and examples. "
                "`arges options` prints the same tables.\n\n| command | what it does |\n| --- | --- |\n" + rows +
                "\n\nExit codes, limits and JSON: [Output](../output.md). Files: [Formats](../formats.md).\n")

    def pages(self):
        return {FOLDER / f"{name}.md": self.page(name) for name in self.commands} | {FOLDER / "README.md": self.overview()}


def heading(option):
    return f"`{option['spelling'].replace(':INT in [1 - 1024]', '')}`"


def anchor(option):
    return re.sub(r"[^\w\- ]", "", heading(option).lower()).replace(" ", "-")


def cell(text):
    """A text in Markdown as it is, also in a table."""
    text = re.sub(r"(?<![\w`])(--?[a-z][\w-]*)", r"`\1`", text)
    return re.sub(r"([*<>|])(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)", r"\\\1", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", required=True, help="the program")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    reference = Reference(arguments.arges)
    reference.check()
    if not reference.problems:
        for path, text in reference.pages().items():
            if not arguments.check:
                path.write_text(text)
            elif not path.is_file() or path.read_text() != text:
                reference.problems.append(f"{path.relative_to(ROOT)} is not up to date: web/docs/reference.py --arges PROGRAM")
    print("\n".join(reference.problems))
    return 1 if reference.problems else 0


if __name__ == "__main__":
    sys.exit(main())
