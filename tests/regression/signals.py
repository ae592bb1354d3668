#!/usr/bin/env python3
"""A signal, or two at once, ends a run with its results: unknown (interrupted), the statistics, exit code 20."""
import argparse
import signal
import subprocess
import sys
import time
from pathlib import Path

HARD = Path(__file__).resolve().parent / "cli" / "inputs" / "hard.xsts"
# Each signal with the seconds before it.
CASES = {
    "SIGINT": [(0.5, signal.SIGINT)],
    "SIGTERM": [(0.5, signal.SIGTERM)],
    "SIGTERM twice at once": [(0.5, signal.SIGTERM), (0.0, signal.SIGTERM)],
    "SIGINT and SIGTERM": [(0.5, signal.SIGINT), (0.05, signal.SIGTERM)],
}


def problem(arges, signals):
    """What is wrong with a run that gets the signals; None if nothing is."""
    run = subprocess.Popen([arges, "check", HARD, "--stats", "--timeout", "60"], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    for seconds, number in signals:
        time.sleep(seconds)
        run.send_signal(number)
    try:
        out, err = run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        run.kill()
        return "it goes on"
    if run.returncode != 20:
        return f"exit code {run.returncode}: {err}"
    for part in ("unknown (interrupted)", "statistics:"):
        if part not in out:
            return f"no '{part}' in: {out}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arguments = parser.parse_args()
    failures = 0
    for name, signals in CASES.items():
        found = problem(arguments.arges, signals)
        failures += found is not None
        print(f"{name}: {found or 'ok'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
