#!/usr/bin/env python3
"""Fails on a layer that has code but no README.md saying what lives there."""

import argparse
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src"


def has_code(layer):
    return any(path.suffix in (".h", ".cpp") for path in layer.rglob("*"))


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    layers = [layer for layer in sorted(SRC.iterdir()) if layer.is_dir() and has_code(layer)]
    poor = [layer for layer in layers
            if not (layer / "README.md").is_file() or not (layer / "README.md").read_text().strip()]
    for layer in poor:
        print(f"{layer}/README.md: is missing or empty; say what lives here, what it may use, where to start reading")
    return 1 if poor else 0


if __name__ == "__main__":
    sys.exit(main())
