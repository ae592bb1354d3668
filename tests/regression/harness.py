#!/usr/bin/env python3
"""Every violation of a C program has a harness that, compiled with the program, leads to the error."""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "models" / "small"
PROGRAMS = [HERE / "cli" / "inputs" / "guess.c", *sorted(MODELS.glob("*.c"))]
SEVERAL = HERE / "cli" / "inputs" / "stairs.c"  # with two violated properties
REACHED = 77
SKIPPED = 77


def problem_of(arges, program, folder):
    """What is wrong with the harness of a program, or None; None also where nothing is violated."""
    harness = folder / f"{program.stem}_harness.c"
    check = subprocess.run([arges, "check", program, "--property", "unreach-call", "--data-model", "lp64",
                            "--harness", harness, "-q"], capture_output=True, text=True)
    if check.returncode == 0:
        return "a harness without a violation" if harness.exists() else None
    if check.returncode != 10:
        return f"exit code {check.returncode}: {check.stderr}"
    return problem_of_run(program, harness, folder)


def problem_of_several(arges, folder):
    """The same for all violations of one program at once."""
    harness = folder / "several.c"
    subprocess.run([arges, "check", SEVERAL, "--data-model", "lp64", "--harness", harness, "-q"], capture_output=True)
    written = sorted(path.name for path in folder.glob("several*.c"))
    if written != ["several-2.c", "several.c"]:
        return f"written: {written}"
    return next(filter(None, (problem_of_run(SEVERAL, folder / name, folder) for name in written)), None)


def problem_of_run(program, harness, folder):
    executable = folder / program.stem
    compiled = subprocess.run(["cc", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=undefined", program, harness,
                               "-o", executable], capture_output=True, text=True)
    if compiled.returncode != 0:
        return compiled.stderr
    ran = subprocess.run([executable], capture_output=True, text=True, timeout=20)
    return None if ran.returncode == REACHED else f"it ended with {ran.returncode}: {ran.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    arges = parser.parse_args().arges
    if not shutil.which("cc"):
        return SKIPPED
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            problem = problem_of(arges, program, Path(folder))
            if problem:
                print(f"{program.name}: {problem}")
                failed = True
        if problem := problem_of_several(arges, Path(folder)):
            print(f"{SEVERAL.name}: {problem}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
