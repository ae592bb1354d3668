#!/usr/bin/env python3
"""Generates parallel tasks and decides them in three ways that know nothing of each other: the checker of transition
systems on the components, spin on the Promela, and, for the number of states, the net in PNML. All must agree with the
solution that came with the task."""

import argparse
import csv
import json
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 900
# More than this take spin and our reader of nets too long for a test of many.
MOST_STATES = 400_000
COMPONENTS = [4, 2, 5, 3, 4, 6, 2, 5, 3, 7, 4, 3, 8]


def spec_of(seed):
    """What is asked for with a seed: verdicts alternate, two to eight components, sizes that fit."""
    components = COMPONENTS[seed % len(COMPONENTS)]
    spec = {
        "kind": "parallel",
        "components": components,
        "actions": 4 + seed % 3,
        "structural": seed % 3,
        "property": {"verdict": "violated" if seed % 2 else "satisfied"},
        "extension": {"max_states": 4 if components > 5 else 5 if components > 3 else 7},
        "properties": {"ltl": 3, "ctl": 2 if seed % 5 == 0 else 0},
        "at_most_states": MOST_STATES,
    }
    if components > 5 and seed % 2:
        spec["extension"] = {"min_states": 3, "max_states": 3, "shared_actions": 1}
    elif components > 6:
        spec.update({"actions": 4, "structural": 0, "at_most_states": 800_000})
    if components < 5 and seed % 4 == 1:
        spec["merged"] = 1
    if seed % 7 == 3:
        spec["property"]["locality"] = 2
    if seed % 2 and seed % 9 == 4:
        spec["property"]["patterns"] = ["absence", "precedence"]
    return spec


def bisimulation_spec_of(seed):
    return {
        "kind": "bisimulation",
        "components": 2 + seed % 2,
        "answer": "nonequivalent" if seed % 2 else "equivalent",
        "extension": {"max_states": 5},
        "at_most_states": 20_000,
    }


def run(command, folder=None, codes=(0,)):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode not in codes:
        raise AssertionError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def generate(arges, spec, seed, out):
    """The folder of the one task."""
    out.mkdir(parents=True)
    file = out / "spec.json"
    file.write_text(json.dumps(spec))
    run([arges, "synth", file, "--seed", str(seed), "--out", out / "tasks"])
    folders = [path.parent for path in (out / "tasks").rglob("solution.csv")]
    if len(folders) != 1:
        raise AssertionError(f"expected one task, there are {len(folders)}")
    return folders[0]


def solution_of(folder):
    with open(folder / "solution.csv", newline="") as file:
        rows = [row for row in csv.reader(file) if row and row != ["property", "verdict"]]
    return {row[0]: row[1] == "true" for row in rows}


def model(folder, ending):
    return next(folder.glob(f"*.{ending}"))


def check_by_arges(arges, folder, solution):
    command = [arges, "lts", "check", model(folder, "dot"), "--props", folder / "ltl.txt", "--format", "json"]
    if (folder / "ctl.txt").exists():
        command += ["--props", folder / "ctl.txt"]
    answers = {r["property"]: r["verdict"] for r in json.loads(run(command, codes=(0, 10)))["results"]}
    for text, holds in solution.items():
        if answers.get(text) != ("true" if holds else "false"):
            yield f"arges says {answers.get(text)} about {text}, the solution {holds}"


def check_by_spin(folder, work, solution):
    """The formulas of the model are those of ltl.txt, in order."""
    lines = [line for line in (folder / "ltl.txt").read_text().splitlines() if not line.startswith("#")]
    work.mkdir()
    run(["spin", "-a", model(folder, "pml").resolve()], work)
    run(["gcc", "-O1", "-w", "-DMEMLIM=4000", "-o", "pan", "pan.c"], work)
    for number, text in enumerate(lines):
        said = run(["./pan", "-a", "-m2000000", "-N", f"p{number}"], work, codes=range(256))
        if "error: max search depth too small" in said or "pan: out of memory" in said or "errors:" not in said:
            yield f"spin can't say anything about {text}\n{said}"
        elif ("errors: 0" in said) != solution[text]:
            yield f"spin contradicts the solution of {text}: {solution[text]}"


def check_net(arges, folder):
    composed = folder / "composed.aut"
    run([arges, "lts", "compose", model(folder, "dot"), "-o", composed])
    expected = json.loads((folder / "details.json").read_text())["facts"]["states"]
    for path in (composed, model(folder, "pnml")):
        facts = json.loads(run([arges, "lts", "info", path, "--format", "json"]))
        if facts["reachable"] != expected:
            yield f"{path.name} has {facts['reachable']} states, expected {expected}"
        if facts["deadlocks"]:
            yield f"{path.name} has deadlocks"


def check_bisimulation(arges, seed, base):
    """The two compositions of a task, compared by the command line."""
    out = base / f"{seed}b"
    folder = generate(arges, bisimulation_spec_of(seed), seed, out)
    visible = (folder / "visible.txt").read_text().strip()
    for side in ("first", "second"):
        run([arges, "lts", "hide", folder / f"{side}.dot", "--keep", visible, "-o", out / f"{side}.aut"])
        hidden = [arges, "lts", "hide", folder / f"{side}.pnml", "--keep", visible, "-o", out / f"{side}n.aut"]
        run(hidden)
        run([arges, "lts", "bisim", out / f"{side}.aut", out / f"{side}n.aut"])
    expected = 0 if solution_of(folder)["weakly bisimilar"] else 10
    run([arges, "lts", "bisim", "--weak", out / "first.aut", out / "second.aut"], codes=(expected,))
    shutil.rmtree(out, ignore_errors=True)


def check_task(arges, folder, work):
    """Yields what is wrong."""
    solution = solution_of(folder)
    if not solution:
        yield "there is no solution"
    yield from check_by_arges(arges, folder, solution)
    yield from check_net(arges, folder)
    if shutil.which("spin"):
        yield from check_by_spin(folder, work, solution)


def round_trip(arges, seed, base):
    out = base / str(seed)
    try:
        folder = generate(arges, spec_of(seed), seed, out)
        again = generate(arges, spec_of(seed), seed, base / f"{seed}again") if seed % 25 == 1 else None
        wrong = list(check_task(arges, folder, out / "spin"))
        if seed % 4 < 2:
            check_bisimulation(arges, seed, base)
        if again:
            for path in sorted(folder.iterdir()):
                if path.name != "composed.aut" and path.read_bytes() != (again / path.name).read_bytes():
                    wrong.append(f"{path.name} is another one with the same seed")
    except (AssertionError, OSError, subprocess.TimeoutExpired, KeyError) as error:
        wrong = [str(error)]
    finally:
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(base / f"{seed}again", ignore_errors=True)
    return [f"seed {seed}: {text}" for text in wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", type=Path, required=True, help="the program")
    parser.add_argument("--seeds", default="1-8", help="for example 1-200")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    first, last = map(int, arguments.seeds.split("-"))
    with tempfile.TemporaryDirectory() as base:
        with ThreadPoolExecutor(arguments.jobs) as pool:
            results = list(
                pool.map(
                    lambda seed: round_trip(arguments.arges.resolve(), seed, Path(base)), range(first, last + 1)
                )
            )
    wrong = [text for result in results for text in result]
    for text in wrong:
        print(text)
    spin = "" if shutil.which("spin") else " (without spin, which is not installed)"
    print(f"{last - first + 1} tasks, {len(wrong)} complaints{spin}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
