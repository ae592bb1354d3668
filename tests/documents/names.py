#!/usr/bin/env python3
"""Commands and options that README and docs mention in the text exist: `arges COMMAND --option` between backquotes, and options
alone on pages about Arges. Pages of the folder coming-from, and lines that name another tool, speak of others' options too."""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from blocks import FENCE, ROOT, pages  # noqa: E402

CODE = re.compile(r"`([^`]+)`")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]+")
# Of programs that the pages tell how to call, of scripts of this repository, and of the program itself.
OTHERS = {"--partition", "--scope", "--user", "--version", "--help", "--table", "--no-sandbox", "--doc", "--nice"}


def known(arges):
    """command → options, from the program's own tables."""
    done = subprocess.run([arges, "options", "--format", "json"], capture_output=True, text=True, check=True)
    result = {}
    for command in json.loads(done.stdout)["commands"]:
        result[command["name"]] = {word for option in command["options"] for word in OPTION.findall(option["spelling"])}
    return result


def problems(page, commands):
    """Yields what a page mentions that does not exist."""
    everything = {option for options in commands.values() for option in options} | OTHERS
    about_others = page.parent.name == "coming-from"
    inside = False
    for number, line in enumerate(page.read_text().splitlines(), start=1):
        inside ^= bool(FENCE.match(line))
        if inside or line.startswith("    "):
            continue
        for code in CODE.findall(line):
            found = re.match(r"(?:\./)?arges (\w+)", code)
            if found and found[1] not in commands and found[1] not in ("help", "worker"):
                yield f"{number}: there is no command: {code}"
            options = commands.get(found[1], everything) if found else everything
            for option in [] if about_others and not found else OPTION.findall(code):
                if option not in options | OTHERS:
                    yield f"{number}: there is no option {option}: {code}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    commands = known(parser.parse_args().arges)
    found = [f"{page.relative_to(ROOT)}:{problem}" for page in pages() for problem in problems(page, commands)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
