#!/usr/bin/env python3
"""Fails on an include that the layering does not allow, naming file and line."""

import argparse
import re
import sys
from pathlib import Path

# What each layer may include beside itself, lowest layer first: a layer, or a folder of one.
# A front end never sees a domain, and a model sees of the analysis only the interfaces it implements.
MAY_USE = {
    "base": [],
    "ir": ["base"],
    "smt": ["base", "ir"],
    "automata": ["base"],
    "lts": ["base", "automata"],
    "analysis": ["base", "ir", "smt", "automata"],
    "model": ["base", "ir", "lts", "analysis/system", "analysis/trace"],
    "frontend": ["base", "ir", "automata", "lts", "model"],
    "output": ["base", "ir", "automata", "lts", "analysis", "model"],
    "synth": ["base", "ir", "automata", "lts", "model", "output"],
    "engine": ["base", "ir", "smt", "automata", "lts", "analysis", "model", "frontend", "output", "synth"],
    "campaign": ["base", "frontend", "output"],
    "lsp": ["base", "ir", "automata", "model", "frontend", "engine"],
    "cli": ["base", "output", "synth", "engine", "campaign", "lsp"],
}

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]*)"')


def allowed(layer, target):
    return any(target.startswith(entry + "/") for entry in [layer, *MAY_USE[layer]])


def violations(src):
    """Yields 'file:line: reason' for every include below src that breaks a rule."""
    for path in sorted([*src.rglob("*.h"), *src.rglob("*.cpp")]):
        layer = path.relative_to(src).parts[0]
        if layer not in MAY_USE:
            yield f"{path}:1: '{layer}' is not a layer; the layers are: {', '.join(MAY_USE)}"
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            target = match.group(1)
            if target.split("/")[0] not in MAY_USE or ".." in target.split("/"):
                yield f'{path}:{number}: "{target}" should be written "layer/path.h", relative to src'
            elif not (src / target).is_file():
                yield f'{path}:{number}: "{target}" does not exist'
            elif not allowed(layer, target):
                permitted = ", ".join(MAY_USE[layer]) or "nothing else"
                yield f'{path}:{number}: {layer} may not include "{target}"; it may use: {permitted}'


def main():
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--src", type=Path, default=root / "src", help="the folder of the layers")
    found = list(violations(parser.parse_args().src))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
