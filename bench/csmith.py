#!/usr/bin/env python3
"""Random programs of csmith: what arges computes must be what the compiled program prints.

    bench/csmith.py                            # seeds 0 to 199
    bench/csmith.py --first 7 --count 1 -v     # one of them
    bench/csmith.py --keep DIR                 # leaves the programs there
    bench/csmith.py --interpreter PROGRAM      # the concrete interpreter (arges_run_program) instead of the engines

Each program prints a checksum of all its variables at the end. With a call of reach_error where the checksum differs from
the printed one, the program must be safe; where it equals the printed one, it must not. Programs that run for seconds are
left out. Ends with 1 if any answer is wrong, and with 77 where there is no csmith.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]
from tasks import ARGES, Task, check  # noqa: E402

# Small programs, without what the front end refuses.
OPTIONS = ["--no-volatiles", "--no-packed-struct", "--no-argc", "--concise", "--max-funcs", "3",
           "--max-block-depth", "2", "--max-expr-complexity", "4"]
HEADERS = "-I/usr/include/csmith"
END = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);"
ENGINES = ("--engine explicit", "--domain expl")


def run(command: list[str], seconds: float = 60, folder: Path | None = None) -> str | None:
    """The standard output, or None if it failed or took too long."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, errors="replace",
                               cwd=folder)
    except subprocess.TimeoutExpired:
        return None
    return ended.stdout if ended.returncode == 0 else None


def make_task(seed: int, folder: Path) -> tuple[str, int] | None:
    """The preprocessed program and the checksum it prints; None if it is no use."""
    source = folder / f"{seed}.c"
    text = run(["csmith", "--seed", str(seed), *OPTIONS], folder=folder)  # it leaves a file where it runs
    if text is None:
        return None
    source.write_text(text)
    program = source.with_suffix(".exe")
    if run(["gcc", "-w", HEADERS, str(source), "-o", str(program)]) is None:
        return None
    printed = re.search(r"checksum = ([0-9A-F]+)", run([str(program)], 2) or "")
    preprocessed = run(["gcc", "-E", "-P", HEADERS, str(source)])
    if not printed or not preprocessed or END not in preprocessed:
        return None
    return preprocessed, int(printed.group(1), 16)


def verdict(arges: Path, path: Path, expected: str, timeout: float) -> str:
    for engine in ENGINES:
        task = Task(path, "unreach-call", expected, path.name)
        found = check(arges, task, f"{engine} --data-model lp64", timeout)
        if found.result["verdict"] != "unknown":
            return found.result["verdict"] if found.exit_code in (0, 10) else found.errors.strip()
    return f"unknown ({found.result['reason']})"


def interpreted(interpreter: Path, path: Path, timeout: float) -> str:
    """The verdict that the one run of a program gives."""
    try:
        ended = subprocess.run([str(interpreter), str(path)], capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return "unknown (timeout)"
    if ended.returncode == 3:
        return f"refused: {ended.stderr.strip()}"
    where = ended.stdout.strip()
    return {"end": "true", "reach_error": "false"}.get(where, where or ended.stderr.strip())


def outcome(arguments: argparse.Namespace, seed: int, folder: Path) -> str:
    made = make_task(seed, folder)
    if made is None:
        return "left out"
    text, checksum = made
    for operator, expected in (("!=", "true"), ("==", "false")):
        path = folder / f"{seed}_{expected}.i"
        path.write_text("extern void reach_error(void);\n" + text.replace(
            END, f"if ((crc32_context ^ 0xFFFFFFFFUL) {operator} {checksum}U) reach_error();"))
        if arguments.interpreter:
            found = interpreted(arguments.interpreter, path, arguments.timeout)
        else:
            found = verdict(arguments.arges, path, expected, arguments.timeout)
        if found != expected:
            return found if found.startswith(("unknown", "refused")) else f"wrong: {found}, expected {expected}"
    return "right"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, default=ARGES, help="the program to run")
    parser.add_argument("--interpreter", type=Path, help="of the tests, to be run instead")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--count", type=int, default=200, help="how many seeds (default: 200)")
    parser.add_argument("--timeout", type=float, default=20, help="seconds a check (default: 20)")
    parser.add_argument("--keep", type=Path, help="the folder for the programs")
    parser.add_argument("-v", action="store_true", help="print every seed")
    arguments = parser.parse_args()
    if shutil.which("csmith") is None:
        print("csmith is not installed")
        return 77
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(arguments.first, arguments.first + arguments.count):
            found = outcome(arguments, seed, folder)
            outcomes[found.split(":")[0]] += 1
            if arguments.v or found not in ("right", "left out"):
                print(f"seed {seed}: {found}", flush=True)
    for found, times in outcomes.most_common():
        print(f"{times:4} {found}")
    return 1 if outcomes["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
