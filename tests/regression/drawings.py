#!/usr/bin/env python3
"""Graphviz and PlantUML draw what `convert --to dot|plantuml` and `check --diagram|--dot` write; skipped where they are absent."""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
INPUTS = HERE / "statechart" / "inputs"
SHARED = HERE.parents[2] / "shared" / "data"
GAMMA = SHARED / "gamma" / "examples" / "hu.bme.mit.gamma.industrial.protocol.casestudy" / "model"
SKIPPED = 77

MODELS = [*sorted(EXAMPLES.glob("*.scxml")), *sorted(EXAMPLES.glob("*.gcd")), *sorted(INPUTS.glob("*.scxml")),
          *sorted(INPUTS.glob("*.gcd")),
          *(EXAMPLES / "machines" / f"{name}.sm" for name in ("elevator", "philosophers", "two-phase-commit"))]
# Nests of regions, arrows into the midst of them, very long labels, histories: what was refused once, among others.
SHARED_MODELS = [
    GAMMA / "Async" / "ChannelTimingAsync" / "Channel.gcd",
    GAMMA / "Sync" / "SystemLoseAnyMessagesChannel" / "OrionSystem.gcd",
    *sorted((SHARED / "scxml" / "scion" / "history").glob("*.scxml")),
    *sorted((SHARED / "scxml" / "scion" / "parallel+interrupt").glob("test1*.scxml")),
    *sorted((SHARED / "scxml" / "scion" / "targetless-transition").glob("*.scxml")),
]
# A model and what is asked of it, with runs and loops.
QUESTIONS = [
    (EXAMPLES / "crossing.gpd", []),
    (EXAMPLES / "door.scxml", ["--check", "unreachable-states"]),
    (INPUTS / "lamp.scxml", ["--check", "unreachable-states,implicit-consumption"]),
    (INPUTS / "lamp.scxml", ["--ltl", "G(On -> F Off)", "--ltl", "F level > 2"]),
    (INPUTS / "restless.scxml", ["--check", "livelock,deadlock"]),
    (EXAMPLES / "machines" / "watchdog-broken.sm", []),
    (HERE / "machines" / "drinks.sm", ["--ltl", "G F vending.Brewing"]),
]


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=100)


def write_drawings(arges, folder):
    """Writes all drawings, and gives them with what they are of; models that are wrong on purpose have none."""
    written = []
    for number, model in enumerate(model for model in MODELS + SHARED_MODELS if model.exists()):
        for form, ending in (("dot", "dot"), ("plantuml", "puml")):
            drawing = folder / f"model{number}.{ending}"
            if run(arges, "convert", model, "--to", form, "-o", drawing, "-q").returncode == 0:
                written.append((drawing, model))
    for number, (model, question) in enumerate(QUESTIONS):
        run(arges, "check", model, *question, "--diagram", folder / f"run{number}.puml", "--dot",
            folder / f"run{number}.dot", "-q")
        written += [(folder / f"run{number}.{ending}", model) for ending in ("puml", "dot")]
    return written


def complaint(drawing):
    """What the program for such drawings says against one; None if nothing."""
    if drawing.suffix == ".dot":
        result = run("dot", "-Tsvg", "-o", "/dev/null", drawing)
        return result.stderr or None if result.returncode == 0 else result.stderr or "it fails"
    with drawing.open() as text:
        result = subprocess.run(["plantuml", "-syntax"], stdin=text, capture_output=True, text=True, timeout=100)
    return result.stdout if "ERROR" in result.stdout else None


def refused(written):
    """The drawings that a program refuses, and what it says."""
    by_plantuml = [drawing for drawing, _ in written if drawing.suffix == ".puml"]
    has_plantuml = shutil.which("plantuml") and by_plantuml
    # One start of Java for all that are right.
    suspects = by_plantuml if has_plantuml and run("plantuml", "-checkonly", *by_plantuml).returncode != 0 else []
    if shutil.which("dot"):
        suspects += [drawing for drawing, _ in written if drawing.suffix == ".dot"]
    names = dict(written)
    return [(names[drawing], drawing, words) for drawing in suspects if (words := complaint(drawing))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", type=Path, required=True)
    arges = parser.parse_args().arges.resolve()
    absent = [program for program in ("dot", "plantuml") if not shutil.which(program)]
    if len(absent) == 2:
        print("skipped: needs dot or plantuml")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="arges-drawings-") as folder:
        written = write_drawings(arges, Path(folder))
        missing = [str(drawing) for drawing, _ in written if not drawing.exists()]
        wrong = [] if missing else refused(written)
        for model, drawing, words in wrong:
            print(f"{model}: {drawing.name} is refused: {words}")
    for name in missing:
        print(f"{name} is not written")
    print(f"{len(written)} drawings" + "".join(f", not looked at by {program}, which is absent" for program in absent))
    return 1 if missing or wrong or len(written) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
