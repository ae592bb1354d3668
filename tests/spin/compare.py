#!/usr/bin/env python3
"""Compares the verdicts of arges and of spin on finite models that are written for both.

models/expected.tsv has a line for each formula: the model, the formula as arges reads it, the same as spin reads it, and
spin's verdict. models/NAME.pml is for spin, models/NAME.cfa or NAME.xsts for arges; both have the same words up to stuttering,
no formula has X, and every state has a successor.

    compare.py --arges PATH           arges must give the recorded verdicts; spin is not needed
    compare.py --spin                 spin (and gcc) must give the recorded verdicts
    compare.py --spin record          spin's verdicts are written to the table

Names of models restrict all three; --arges and --spin can be combined. The exit code is 1 if a verdict differs or is unknown,
77 if nothing could be done because spin is absent.
"""
import argparse
import collections
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODELS = Path(__file__).resolve().parent / "models"
TABLE = MODELS / "expected.tsv"
SKIPPED = 77
SLOW_SECONDS = 1
DEPTH = 1000000

Case = collections.namedtuple("Case", "model arges spin verdict")


class SpinError(Exception):
    """Spin gives no verdict: the model is wrong, has a deadlock, or a limit was too small."""


def read_table():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return lines[0], [Case(*line.split("\t")) for line in lines[1:]]


def write_table(header, cases):
    TABLE.write_text("\n".join([header] + ["\t".join(case) for case in cases]) + "\n", encoding="utf-8")


def command(arguments, folder, seconds):
    """The output of a command that must not fail."""
    try:
        run = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise SpinError(f"{arguments[0]}: no answer after {seconds} s") from None
    if run.returncode != 0:
        raise SpinError(f"{' '.join(arguments)}: exit {run.returncode}: {(run.stdout + run.stderr).strip()[-300:]}")
    return run.stdout


def verify(folder, options, seconds):
    """Whether pan finds no error; only a completed search and a violated claim are verdicts."""
    output = command(["./pan", f"-m{DEPTH}", "-w20", "-n", *options], folder, seconds)
    if "max search depth too small" in output:
        raise SpinError("the search is not complete")
    if "errors: 0" in output and "Search not completed" not in output:
        return True
    # A claim of safety is an assertion to spin.
    if "acceptance cycle" in output or "assertion violated" in output or "end state in claim reached" in output:
        return False
    raise SpinError(next((line for line in output.splitlines() if line.startswith("pan:1:")), output[-300:]))


def spin_verdicts(model, formulas, seconds):
    """Spin's verdict on each formula, 'true' or 'false'. Partial order reduction is off: the models are small."""
    with tempfile.TemporaryDirectory() as folder:
        claims = [f"ltl f{number} {{ {formula} }}\n" for number, formula in enumerate(formulas)]
        text = (MODELS / f"{model}.pml").read_text(encoding="utf-8")
        Path(folder, "model.pml").write_text(text + "".join(claims), encoding="utf-8")
        command(["spin", "-a", "model.pml"], folder, seconds)
        compiler = ["gcc", "-O2", "-w", "-DNOREDUCE", "-o", "pan", "pan.c"]
        command([*compiler, "-DNOCLAIM", "-DSAFETY"], folder, seconds)
        if not verify(folder, [], seconds):
            raise SpinError("an error without any claim")
        command(compiler, folder, seconds)
        return ["true" if verify(folder, ["-a", "-N", f"f{number}"], seconds) else "false"
                for number in range(len(formulas))]


def run_spin(header, cases, chosen, how, seconds):
    """The number of failures. Recording writes the verdicts to the table, verifying compares them with it."""
    failures = 0
    found = {}
    for model in chosen:
        ours = [case for case in cases if case.model == model]
        try:
            verdicts = spin_verdicts(model, [case.spin for case in ours], seconds)
        except SpinError as error:
            print(f"SPIN FAILS: {model}: {error}")
            failures += 1
            continue
        for case, verdict in zip(ours, verdicts):
            found[case] = verdict
            if how == "verify" and verdict != case.verdict:
                print(f"SPIN DIFFERS: {model}: {case.spin}: {verdict}, recorded {case.verdict}")
                failures += 1
    if how == "record":
        write_table(header, [case._replace(verdict=found.get(case, case.verdict)) for case in cases])
    print(f"spin: {len(chosen)} models, {len(found)} formulas, {collections.Counter(found.values())['true']} of them true")
    return failures


def model_file(model):
    return next(path for path in (MODELS / f"{model}.cfa", MODELS / f"{model}.xsts") if path.exists())


def arges_verdict(arges, case, options, seconds):
    """The verdict of arges, with the reason of an unknown, or what went wrong instead."""
    arguments = [str(arges.resolve()), "check", str(model_file(case.model)), "--ltl", case.arges,
                 "--format", "json", "--timeout", str(seconds), *options]
    try:
        run = subprocess.run(arguments, capture_output=True, text=True, timeout=2 * seconds + 10, check=False)
    except subprocess.TimeoutExpired:
        return "no answer: the limit does not hold"
    if run.returncode == 2:  # so it would be for every formula
        sys.exit(run.stderr.strip())
    if run.returncode not in (0, 10, 20):
        return f"exit {run.returncode}: {run.stderr.strip()}"
    result = json.loads(run.stdout)["results"][0]
    return result["verdict"] if result["verdict"] != "unknown" else f"unknown ({result['reason']})"


def run_arges(arges, cases, options, seconds):
    """The number of formulas on which arges does not say what is recorded."""
    times = []
    agreed = collections.Counter()
    for case in cases:
        start = time.monotonic()
        verdict = arges_verdict(arges, case, options, seconds)
        times.append((time.monotonic() - start, case))
        if verdict == case.verdict:
            agreed[verdict] += 1
        else:
            print(f"ARGES DIFFERS: {model_file(case.model).name}: {case.arges}: {verdict}, spin {case.verdict}", flush=True)
    print(f"arges: {sum(agreed.values())} of {len(cases)} formulas as spin has them,"
          f" {agreed['true']} true, {agreed['false']} false")
    times.sort(reverse=True)
    for needed, case in [entry for entry in times if entry[0] > SLOW_SECONDS] or times[:5]:
        print(f"  {needed:6.2f} s  {model_file(case.model).name}  {case.arges}")
    return len(cases) - sum(agreed.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="names of models; all if none is given")
    parser.add_argument("--arges", type=Path, help="the program to be compared")
    parser.add_argument("--options", default="", help="more options of arges, as in --options='--domain expl'")
    parser.add_argument("--spin", nargs="?", const="verify", choices=["verify", "record"])
    parser.add_argument("--timeout", type=int, default=60, help="seconds for each formula")
    arguments = parser.parse_args()
    header, cases = read_table()
    chosen = sorted({case.model for case in cases})
    if arguments.models:
        unknown = sorted(set(arguments.models) - set(chosen))
        if unknown:
            parser.error(f"no such model: {', '.join(unknown)}")
        chosen = sorted(set(arguments.models))
    if not arguments.spin and not arguments.arges:
        parser.error("nothing to do: give --arges PATH, --spin, or both")
    if arguments.arges and not arguments.arges.is_file():
        parser.error(f"no such program: {arguments.arges}")
    has_spin = shutil.which("spin") and shutil.which("gcc")
    if arguments.spin and not has_spin:
        print("spin is skipped: needs spin and gcc")
    failures = 0
    if arguments.spin and has_spin:
        failures += run_spin(header, cases, chosen, arguments.spin, arguments.timeout)
        header, cases = read_table()
    if arguments.arges:
        chosen_cases = [case for case in cases if case.model in chosen]
        failures += run_arges(arguments.arges, chosen_cases, arguments.options.split(), arguments.timeout)
    if failures:
        return 1
    return 0 if arguments.arges or has_spin else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
