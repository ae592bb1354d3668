#!/usr/bin/env python3
"""The manual pages have every option and value, and mandoc and man find nothing wrong with them, where they are installed."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"]


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, **more)


def plain(page):
    """What a page says, without the signs of its format."""
    text = page.read_text()
    for sign, meaning in (("\\-", "-"), ("\\(dq", '"'), ("\\(aq", "'"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\(ga", "`"),
                          ("\\&", ""), ("\\e", "\\")):
        text = text.replace(sign, meaning)
    return re.sub(r"\\f[BIR]", "", text)


def content_problems(page, options):
    text = plain(page)
    for section in SECTIONS:
        if not re.search(rf'^\.SH "?{section}"?$', text, re.MULTILINE):
            yield f"{page.name} has no section {section}"
    lines = text.splitlines()
    for option in options:
        if not option["group"]:
            continue
        if option["spelling"] not in lines:
            yield f"{page.name} does not have {option['spelling']}"
        for value in option.get("values", []):
            if value["name"] not in lines:
                yield f"{page.name} does not have {value['name']} of {option['name']}"


def format_problems(page):
    if shutil.which("mandoc"):
        done = run("mandoc", "-Tlint", "-Wstyle", page)
        if done.stdout or done.returncode:
            yield f"mandoc: {done.stdout}{done.stderr}"
    if shutil.which("man"):
        environment = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
        done = run("man", "--warnings=all", "-l", page, env=environment)
        if done.stderr or done.returncode or "EXIT STATUS" not in done.stdout:
            yield f"man: {page.name}: {done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arges = parser.parse_args().arges
    commands = json.loads(run(arges, "options", "--format", "json").stdout)["commands"]
    options = {f"arges-{command['name']}.1": command["options"] for command in commands}
    options["arges.1"] = []
    found = []
    with tempfile.TemporaryDirectory() as folder:
        done = run(arges, "man", "--out", Path(folder) / "man1")
        if done.returncode:
            found.append(done.stderr)
        pages = sorted(Path(folder).glob("man1/*"))
        if {page.name for page in pages} != set(options):
            found.append(f"the pages are {[page.name for page in pages]}")
        for page in pages:
            found += content_problems(page, options.get(page.name, []))
            found += format_problems(page)
        if run(arges, "man", "check").stdout != (Path(folder) / "man1" / "arges-check.1").read_text():
            found.append("arges man check prints another page than it writes")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
