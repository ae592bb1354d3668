#!/usr/bin/env python3
"""Compares verdicts and numbers of states of arges and of spin on state machines that send each other messages.

Each system is checked by arges and, exported as Promela, by spin: the verdicts must be the same, and where nothing is violated, so
must the numbers of states, since each event is one step of spin. Needs spin and gcc; the exit code is 77 where they are absent, 1
where something differs.

    machines.py --arges build/release/src/arges
    machines.py --arges … --only ring --long      # larger ones as well
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from machine_systems import SYSTEMS  # noqa: E402

SKIPPED = 77
CHECKS = ["assertions", "deadlock", "implicit-consumption", "queue-overflow", "problems", "overflow"]
SECONDS = 2  # for arges; what takes longer has too many states, and is left out
SPIN_SECONDS = 10  # for spin, which looks at all states even if some are forbidden; the same
SIZES = {"ring": [3, 6], "commit": [2, 4], "window": [2, 3], "philosophers": [2, 3], "counters": [3, 5]}
LARGE = {"ring": [11], "commit": [7], "window": [6], "philosophers": [4], "counters": [7]}

# What each assertion of the export says, and so which verdict it is.
ESCAPE = "queue_has_room"

# A system with all that can go wrong: each check has a violation in one of them.
BROKEN = {
    "faulty": """
signal num(int n, bool b), ping(A who);
external signal tick;
class A {
  int n, m = 1; bool f; B peer; A other;
  queue 2;
  initial state S {
    on tick [n < 3] { n = n + 1; m = n << 1; }
    on tick [n == 3] -> T { send num(n, f) to peer; other = f ? self : null; f = !f; }
    on num(int v, f) [v > 0 && 6 / v < 4] { m = m - v; }
  }
  state T {
    defer num;
    on ping(other) [other != null] -> S { n = 0; other.m = m >> 1; }
    on tick [f] -> S { n = m % 3; }
  }
}
class B {
  int total; A peer;
  queue 1;
  initial state R {
    on num(int v, bool b) [b || total < 4] { total = total + v; send ping(peer) to peer; assert total < 6; }
    on num(int v, bool b) [!b && total >= 4] { total = 0; send num(total, true) to (b ? null : peer); }
  }
}
object a : A { peer = b; }
object b : B { peer = a; }
""",
    "lost": """
signal go, stop;
class Boss { Worker worker; initial state S { -> T { send go to worker; } } state T { -> U { send stop to worker; } } final state U; }
class Worker { queue 2; initial state Idle { on go -> Busy; } state Busy { -> Idle; } }
object boss : Boss { worker = worker; }
object worker : Worker;
""",
    "wrapping": """
class Counter { int n = 2147483645; bool done;
  initial state Up { [n > 0] { n = n + 1; } [!done] -> Down { done = true; n = -2147483647; } }
  state Down { -> Down { n = n - 1; } on tick { n = n * 2; } }
}
external signal tick;
object counter : Counter;
""",
}


def run(arguments, folder, codes=(0,)):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in codes:
        raise RuntimeError(f"{' '.join(map(str, arguments))}: exit {done.returncode}: {(done.stdout + done.stderr)[-400:]}")
    return done.stdout


def states_of(result):
    return int(result["statistics"]["explicit::states"])


def by_arges(arges, model, question):
    """The verdict, or 'escape', and the number of states."""
    text = run([arges, "check", model, *question, "--engine", "explicit", "--reduction", "none", "--format", "json",
                "--timeout", str(SECONDS), "--memory", "2000"], None, (0, 10, 20))
    result = json.loads(text)["results"][0]
    if result["verdict"] == "true" and not result["certificate"]["checked"] and states_of(result) < 100000:
        raise RuntimeError(f"{model} {question}: the proof was not checked")
    verdict = result["verdict"]
    if verdict == "unknown":
        verdict = "escape" if "queue is full" in result["reason"] else "too large"
    return verdict, states_of(result)


def by_spin(arges, model, question, folder):
    """All verdicts that spin has a run for, and the number of states; nothing if there are too many. Variables that are only
    written must count (-o2)."""
    Path(folder, "model.pml").write_text(run([arges, "convert", model, "--to", "promela", *question], None), encoding="utf-8")
    run(["spin", "-o2", "-a", "model.pml"], folder)
    run(["gcc", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=1000", "-o", "pan", "pan.c"], folder)
    deadlock = "deadlock" in question
    try:
        done = subprocess.run(["./pan", "-m1000000", "-n", "-c0", *([] if deadlock else ["-E"])], cwd=folder, capture_output=True,
                              text=True, timeout=SPIN_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    output = done.stdout
    if "reached -DMEMLIM bound" in output:
        return None
    if done.returncode != 0:
        raise RuntimeError(f"pan: exit {done.returncode}: {(output + done.stderr)[-400:]}")
    states = int(re.search(r"(\d+) states, stored", output).group(1))
    if "max search depth too small" in output:
        raise RuntimeError("the search is not complete")
    verdicts = {"escape" if failed == ESCAPE and "queue-overflow" not in question else "false"
                for failed in re.findall(r"assertion violated \(?(\w+)", output)}
    if deadlock and "invalid end state (at" in output:
        verdicts.add("false")
    if "errors: 0" in output:
        verdicts.add("true")
    return verdicts, states


def questions(name):
    """All checks of what is broken on purpose; two of the scaled systems, as compiling pan takes its time."""
    is_scaled = name.split("-")[0] in SYSTEMS
    for check in CHECKS if name in BROKEN else CHECKS[:2] if is_scaled else CHECKS[:4]:
        yield ["--check", check]
    invariants = {"alternating-bit": "sender.next == receiver.expected || sender.Waiting", "faulty": "a.m < 6 || b.R && a.S",
                  "two-phase-commit": "!(left.Committed && right.Aborted)", "lost": "worker.Idle || boss.U || boss.T"}
    if name in invariants:
        yield ["--property", invariants[name]]


def systems(folder, arguments):
    """(name, file) of all that are compared."""
    for path in sorted((ROOT / "examples" / "machines").glob("*.sm")):
        yield path.stem, path
    for name, text in BROKEN.items():
        path = Path(folder, f"{name}.sm")
        path.write_text(text, encoding="utf-8")
        yield name, path
    for name, make in SYSTEMS.items():
        for n in SIZES[name] + (LARGE[name] if arguments.long else []):
            path = Path(folder, f"{name}-{n}.sm")
            path.write_text(make(n), encoding="utf-8")
            yield path.stem, path


def compare(arges, model, question, folder):
    """What differs, or nothing; and the verdict."""
    ours, states = by_arges(arges, model, question)
    if ours == "too large":
        return "", ours
    answer = by_spin(arges, model, question, folder)
    if answer is None:
        return "", "too large"
    theirs, spins = answer
    # Which of several violations comes first is a matter of the order.
    if ours not in theirs:
        return f"arges says {ours}, spin {' and '.join(sorted(theirs)) or 'nothing'}", ours
    if ours == "true" and states != spins:
        return f"arges has {states} states, spin {spins}", ours
    return "", ours


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", type=Path, required=True)
    parser.add_argument("--only", default="", help="a part of the names of the systems")
    parser.add_argument("--long", action="store_true", help="up to millions of states")
    arguments = parser.parse_args()
    if not shutil.which("spin") or not shutil.which("gcc"):
        print("skipped: needs spin and gcc")
        return SKIPPED
    arges = arguments.arges.resolve()
    failures = 0
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, model in systems(folder, arguments):
            if arguments.only not in name:
                continue
            for question in questions(name):
                try:
                    wrong, verdict = compare(arges, model, question, folder)
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    wrong, verdict = str(error), "failed"
                counts[verdict] = counts.get(verdict, 0) + 1
                if wrong:
                    failures += 1
                    print(f"DIFFERS: {name}: {' '.join(question)}: {wrong}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if failures or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
