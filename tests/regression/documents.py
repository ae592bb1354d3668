#!/usr/bin/env python3
"""The models shown in the documents are models: each block marked cfa or xsts is checked and gets an answer."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(cfa|xsts)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def problems(arges, document, folder):
    """Yields what is wrong with the models of one document."""
    for number, (kind, model) in enumerate(BLOCK.findall(document.read_text()), start=1):
        path = folder / f"{document.stem}_{number}.{kind}"
        path.write_text(model)
        done = subprocess.run([arges, "check", path, "-q", "--timeout", "20"], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 10):
            yield f"{document.name}, model {number}: exit code {done.returncode}\n{done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arguments = parser.parse_args()
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    if not any(BLOCK.search(document.read_text()) for document in documents):
        print("no document shows a model: this test tests nothing")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        found = [p for document in documents for p in problems(arguments.arges, document, Path(folder))]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
