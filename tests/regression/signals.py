#!/usr/bin/env python3
"""A signal, or two at once, ends a run with its results: unknown (interrupted), the statistics, exit code 20; no process
that it started is left. A set of traces that a signal or the time limit ends is well-formed and says so."""
import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
HARD = HERE / "cli" / "inputs" / "hard.xsts"
# Each signal with the seconds before it.
CASES = {
    "SIGINT": [(0.5, signal.SIGINT)],
    "SIGTERM": [(0.5, signal.SIGTERM)],
    "SIGTERM twice at once": [(0.5, signal.SIGTERM), (0.0, signal.SIGTERM)],
    "SIGINT and SIGTERM": [(0.5, signal.SIGINT), (0.05, signal.SIGTERM)],
}


# More states than can be seen while the test waits.
LARGE = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="S">
<datamodel><data id="x" expr="0"/><data id="y" expr="0"/></datamodel>
<state id="S"><transition event="a" cond="x &lt; 2000"><assign location="x" expr="x + 1"/></transition>
<transition event="b" cond="y &lt; 2000"><assign location="y" expr="y + 1"/></transition></state></scxml>
"""

ENGINES = ("cegar", "portfolio")


def runs_in(group, process):
    """Whether a process (its folder below /proc) is of the group, and does not only wait to be reaped."""
    try:
        state, _, its_group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return False  # it ended meanwhile
    return its_group == str(group) and state != "Z"


def is_left(group):
    """Whether a process of the group still runs, a moment later."""
    for _ in range(20):
        if not any(runs_in(group, process) for process in Path("/proc").glob("[0-9]*")):
            return False
        time.sleep(0.05)
    return True


def problem(arges, engine, signals):
    """What is wrong with a run that gets the signals; None if nothing is."""
    command = [arges, "check", HARD, "--engine", engine, "--stats", "--timeout", "60"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
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
    return "a process is left" if is_left(run.pid) else None


def traces_problem(arges, form, number, model=None, options=()):
    """What is wrong with a set of traces that a signal (or, without one, the time limit) ends; None if nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        if model is None:
            model = Path(folder) / "large.scxml"
            model.write_text(LARGE)
        limit = "60" if number else "1"
        run = subprocess.Popen([arges, "traces", model, *options, "--format", form, "--timeout", limit],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        if number:
            time.sleep(1)
            run.send_signal(number)
        try:
            out, err = run.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            run.kill()
            return "it goes on"
    reason = "interrupted" if number else "timeout"
    if run.returncode != 20:
        return f"exit code {run.returncode}: {err}"
    if form == "text":
        parts = (f"full coverage of the state space: unknown ({reason})", f"traces may be missing: {reason}", "transitions: ")
        return next((f"no '{part}' in: {out[-1000:]}" for part in parts if part not in out), None)
    try:
        found = json.loads(out)
    except json.JSONDecodeError as error:
        return f"no JSON: {error}"
    if not found["traces"] or found["full_coverage"] or found["incomplete"] != reason or found["full_coverage_unknown"] != reason or "transitions" not in found["criteria"]:
        return f"{len(found['traces'])} traces, {found['full_coverage']}, {found['incomplete']}, {list(found['criteria'])}"
    return None


def killed(arges):
    """What is wrong when the program is killed at once while its workers run; None if nothing is."""
    run = subprocess.Popen([arges, "check", HARD], stdout=subprocess.DEVNULL, start_new_session=True)
    time.sleep(1)
    run.kill()
    run.wait()
    return "a process is left" if is_left(run.pid) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arguments = parser.parse_args()
    failures = 0
    results = {f"{name}, {engine}": problem(arguments.arges, engine, signals)
               for name, signals in CASES.items() for engine in ENGINES}
    for form in ("text", "json"):
        results[f"SIGINT, traces as {form}"] = traces_problem(arguments.arges, form, signal.SIGINT)
        results[f"timeout, traces as {form}"] = traces_problem(arguments.arges, form, None)
    # Runs along states that are known in part have to be looked for.
    results["SIGINT, traces of a part of the data"] = traces_problem(
        arguments.arges, "json", signal.SIGINT, HERE / "traces/inputs/breaks.xsts", ("--vars", "n"))
    results["SIGKILL"] = killed(arguments.arges)
    for name, found in results.items():
        failures += found is not None
        print(f"{name}: {found or 'ok'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
