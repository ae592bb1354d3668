#!/usr/bin/env python3
"""Writes the generated tasks of the study: automata of twelve families with known answers, and their table.

    bench/study/generate.py /tmp/tasks                  # ten of each family, and expected.tsv
    bench/study/generate.py /tmp/tasks --count 2        # two of each
    bench/study/generate.py --families                  # what the families are

The same arguments write the same bytes. In each family every other task is safe, the others have a violation; which
follows from how the task is made (for `random` from a search of all its states) and stands at its top.
"""
import argparse
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

SEED = 2023


class Task(NamedTuple):
    """An automaton with its answer."""
    family: str
    name: str  # of its file
    text: str
    is_safe: bool


class Automaton:
    """Collects the parts of a control flow automaton and writes it."""

    def __init__(self, *variables: str, locations: str) -> None:
        self.variables = variables
        self.locations = locations.split()
        self.edges: list[str] = []

    def edge(self, source: str, target: str, *statements: str) -> None:
        self.edges.append(f"  {source} -> {target} {{ {'  '.join(statements)} }}")

    def text(self, name: str) -> str:
        first, *others = self.locations
        lines = [f"main process {name} {{", *(f"  var {variable}" for variable in self.variables),
                 f"  init loc {first}", *(f"  loc {location}" for location in others), "  error loc ERR"]
        return "\n".join(lines + self.edges) + "\n}\n"


Maker = Callable[[random.Random, int, bool], Automaton]
FAMILIES: dict[str, Maker] = {}


def family(make: Maker) -> Maker:
    FAMILIES[make.__name__] = make
    return make


def description(name: str) -> str:
    """What a family is, for the report."""
    return " ".join((FAMILIES[name].__doc__ or "").split())


@family
def counter(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """A loop counts from 0 to a bound in fixed steps and may not pass a limit. The violation: the limit is below the
    last value."""
    step = pick.randint(1, 3)
    bound = 10 * size + pick.randint(5, 10)
    last = (bound + step - 1) // step * step
    automaton = Automaton("i : int", locations="START LOOP END")
    automaton.edge("START", "LOOP", "i := 0")
    automaton.edge("LOOP", "LOOP", f"assume i < {bound}", f"i := i + {step}")
    automaton.edge("LOOP", "END", f"assume i >= {bound}")
    automaton.edge("END", "ERR", f"assume i > {last if is_safe else last - 1}")
    return automaton


@family
def controller(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """A machine with a mode variable walks through its modes by arbitrary input and falls back to the first by wrong
    input. Safe: the forbidden mode does not exist. The violation: it is the last one."""
    modes = 3 + size
    automaton = Automaton("mode : int", "input : int", locations="START READY TOLD")
    automaton.edge("START", "READY", "mode := 0")
    automaton.edge("READY", "TOLD", "havoc input")
    for mode in range(modes):
        key = pick.randint(-9, 9)
        after = mode + 1 if mode + 1 < modes else 0
        automaton.edge("TOLD", "READY", f"assume mode = {mode} and input = {key}", f"mode := {after}")
        automaton.edge("TOLD", "READY", f"assume mode = {mode} and input /= {key}", "mode := 0")
    automaton.edge("READY", "ERR", f"assume mode = {modes if is_safe else modes - 1}")
    return automaton


@family
def locks(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Each round takes those of some locks for which an arbitrary number is not 0, and gives back the same, after a look
    that they are held (as the locks programs of SV-COMP). The violation: one lock is not taken for one of the numbers."""
    count = 1 + size
    flawed = pick.randrange(count)
    hole = pick.randint(1, 9)
    numbers, held = [f"p{k}" for k in range(count)], [f"held{k}" for k in range(count)]
    automaton = Automaton(*(f"{name} : int" for name in numbers + held),
                          locations=" ".join(["LOOP"] + [f"TAKE{k}" for k in range(count)]
                                             + [f"GIVE{k}" for k in range(count)]))
    automaton.edge("LOOP", "TAKE0", *(f"havoc {p}" for p in numbers), *(f"{h} := 0" for h in held))
    for k in range(count):
        after = f"TAKE{k + 1}" if k + 1 < count else "GIVE0"
        taken = f"p{k} /= 0" + (f" and p{k} /= {hole}" if k == flawed and not is_safe else "")
        automaton.edge(f"TAKE{k}", after, f"assume {taken}", f"held{k} := 1")
        automaton.edge(f"TAKE{k}", after, f"assume not ({taken})")
        after = f"GIVE{k + 1}" if k + 1 < count else "LOOP"
        automaton.edge(f"GIVE{k}", "ERR", f"assume p{k} /= 0 and held{k} /= 1")
        automaton.edge(f"GIVE{k}", after, f"assume p{k} /= 0 and held{k} = 1", f"held{k} := 0")
        automaton.edge(f"GIVE{k}", after, f"assume p{k} = 0")
    return automaton


@family
def lockstep(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Two variables begin with the same arbitrary number and grow by the same amount; they may not differ. The violation:
    one grows by more in a certain round."""
    step = pick.randint(1, 4)
    automaton = Automaton("x : int", "y : int", "n : int", locations="START LOOP")
    automaton.edge("START", "LOOP", "havoc n", "x := n", "y := n")
    automaton.edge("LOOP", "LOOP", f"assume x < n + {step * (size + 2)}", f"x := x + {step}", f"y := y + {step}")
    if not is_safe:
        automaton.edge("LOOP", "LOOP", f"assume x = n + {step * pick.randint(1, size + 1)}", f"y := y + {step + 1}")
    automaton.edge("LOOP", "ERR", "assume x /= y")
    return automaton


@family
def total(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Adds up the numbers to an arbitrary bound. Safe: the sum is never below a number that is not positive. The
    violation: it takes a certain value, the sum of the first few."""
    rounds = 2 + 2 * size + pick.randint(0, 1)
    automaton = Automaton("n : int", "i : int", "sum : int", locations="START LOOP")
    automaton.edge("START", "LOOP", "havoc n", "i := 0", "sum := 0")
    automaton.edge("LOOP", "LOOP", "assume i < n", "i := i + 1", "sum := sum + i")
    automaton.edge("LOOP", "ERR", f"assume sum < {-size}" if is_safe else f"assume sum = {rounds * (rounds + 1) // 2}")
    return automaton


@family
def squares(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Squares of arbitrary bytes are looked at in two loops, one behind the other, and may not leave certain remainders.
    Safe: no square leaves them. The violation: some do leave the one that the second loop looks for."""
    modulus = pick.choice([4, 8, 16][: 1 + size])  # divides 256, so that overflow leaves the remainder as it is
    residues = sorted({k * k % modulus for k in range(modulus)})
    others = [k for k in range(modulus) if k not in residues]
    automaton = Automaton("x : bv[8]", "y : bv[8]", locations="START LOOP FAR")
    square = ["havoc x", "y := x bvmul x"]

    def leaves(rest: int) -> str:
        return f"assume y bvurem 8'd{modulus} = 8'd{rest}"

    automaton.edge("START", "LOOP", *square)
    automaton.edge("LOOP", "LOOP", *square)
    automaton.edge("LOOP", "ERR", leaves(pick.choice(others)))
    automaton.edge("LOOP", "FAR", *square)
    automaton.edge("FAR", "FAR", f"assume y bvult 8'd{pick.randint(5, 50)}", f"y := y bvadd 8'd{modulus}")
    automaton.edge("FAR", "ERR", leaves(pick.choice(others if is_safe else residues)))
    return automaton


@family
def parity(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """A number that is arbitrary but for its remainder grows by multiples of the modulus and by products. Safe: the
    remainder stays. The violation: a further way adds one."""
    modulus = 2 + size // 2
    rest = pick.randrange(modulus)
    automaton = Automaton("x : int", "k : int", locations="START LOOP")
    automaton.edge("START", "LOOP", "havoc k", f"x := {modulus} * k + {rest}")
    automaton.edge("LOOP", "LOOP", f"x := x + {modulus * pick.randint(1, 5)}")
    if pick.randrange(2):
        automaton.edge("LOOP", "LOOP", "havoc k", f"x := x + {modulus} * k * k")
    if not is_safe:
        automaton.edge("LOOP", "LOOP", f"assume x > {pick.randint(5, 50)}", "x := x + 1")
    automaton.edge("LOOP", "ERR", f"assume x mod {modulus} /= {rest}")
    return automaton


@family
def order(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Arbitrary numbers are compared in a chain a <= b <= …, between waits; the last may not be below the first. The
    violation: it may not equal it either."""
    count = 2 + size // 2
    names = [f"v{k}" for k in range(count)]
    automaton = Automaton(*(f"{name} : int" for name in names), "noise : int",
                          locations=" ".join(f"WAIT{k}" for k in range(count)))
    for k in range(count):
        automaton.edge(f"WAIT{k}", f"WAIT{k}", f"assume noise < {pick.randint(0, 9)}", "havoc noise")
    for k, (a, b) in enumerate(zip(names, names[1:])):
        automaton.edge(f"WAIT{k}", f"WAIT{k + 1}", f"assume {a} <= {b}")
    automaton.edge(f"WAIT{count - 1}", "ERR", f"assume {names[-1]} {'<' if is_safe else '<='} {names[0]}")
    return automaton


@family
def shadow(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """The short ways to the error want an arbitrary number to be what it was seen not to be; a long way does arithmetic
    with it. Safe: that way wants an even number to be odd. The violation: it wants one that the arithmetic yields."""
    spurious = 1 + size % 4
    values = pick.sample(range(-9, 10), spurious + 1)
    factor = 2 * pick.randint(1, 4)
    automaton = Automaton("x : int", "y : int",
                          locations=" ".join(["START", *(f"SHORT{k}" for k in range(spurious)), "LONG", "LONGER"]))
    for k, value in enumerate(values[1:]):
        automaton.edge("START", f"SHORT{k}", f"assume x /= {value}")
        automaton.edge(f"SHORT{k}", f"SHORT{k}", "y := y + 1")
        automaton.edge(f"SHORT{k}", "ERR", f"assume x = {value}")
    automaton.edge("START", "LONG", f"y := {factor} * x")
    automaton.edge("LONG", "LONGER", "assume x > -50")
    automaton.edge("LONGER", "LONGER", "assume x > 50", "x := x - 1")
    automaton.edge("LONGER", "ERR", f"assume y = {factor * values[0] + (1 if is_safe else 0)}")
    return automaton


@family
def detours(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """A row of places, each with a loop and an exit to the error that two arbitrary numbers, compared before, exclude;
    at the end of the row a flag decides. The violation: the flag is set."""
    count = 1 + size // 2
    automaton = Automaton("u : int", "v : int", "flag : int",
                          locations=" ".join(["START", *(f"PLACE{k}" for k in range(count)), "END"]))
    automaton.edge("START", "PLACE0", f"flag := {0 if is_safe else 1}", "havoc u", "havoc v", "assume u < v")
    for k in range(count):
        after = f"PLACE{k + 1}" if k + 1 < count else "END"
        automaton.edge(f"PLACE{k}", f"PLACE{k}", f"u := u - {pick.randint(1, 5)}")
        automaton.edge(f"PLACE{k}", "ERR", f"assume u >= v + {pick.randint(0, 5)}")
        automaton.edge(f"PLACE{k}", after, f"assume u < v - {pick.randint(0, 3)}")
    automaton.edge("END", "END", f"assume v < {pick.randint(0, 50)}", "v := v + 1")
    automaton.edge("END", "ERR", "assume flag = 1")
    return automaton


@family
def store(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Writes to an array at an arbitrary place, waits, and reads it again. The violation: a later write may go to the
    same place."""
    value = pick.randint(1, 9)
    automaton = Automaton("a : [int] -> int", "i : int", "j : int", "n : int",
                          locations="START WAIT WRITTEN")
    automaton.edge("START", "WAIT", "havoc i", "n := 0", f"a := a[i <- {value}]")
    automaton.edge("WAIT", "WAIT", f"assume n < {1 + size}", "n := n + 1")
    distinct = ["assume j /= i"] if is_safe else [f"assume j > {pick.randint(-9, 9)}"]
    automaton.edge("WAIT", "WRITTEN", "havoc j", *distinct, f"a := a[j <- {value + pick.randint(1, 9)}]")
    automaton.edge("WRITTEN", "WRITTEN", f"assume n < {2 + 2 * size}", "n := n + 1")
    automaton.edge("WRITTEN", "ERR", f"assume a[i] /= {value}")
    return automaton


BITS = 4


class RandomStep(NamedTuple):
    """An edge of a random automaton, as text and as what it does to the values of u and v."""
    source: int
    target: int  # -1 is the error
    statement: str
    successors: Callable[[int, int], Iterator[tuple[int, int]]]


def random_step(pick: random.Random, source: int, target: int) -> RandomStep:
    def literal(value: int) -> str:
        return f"{BITS}'d{value}"

    value, other = pick.randrange(2**BITS), pick.randrange(2**BITS)
    kinds: list[tuple[str, Callable[[int, int], Iterator[tuple[int, int]]]]] = [
        ("havoc u", lambda u, v: ((w, v) for w in range(2**BITS))),
        ("havoc v", lambda u, v: ((u, w) for w in range(2**BITS))),
        ("u := v", lambda u, v: iter([(v, v)])),
        (f"v := v bvadd {literal(value)}", lambda u, v: iter([(u, (v + value) % 2**BITS)])),
        ("assume u /= v", lambda u, v: iter([(u, v)] if u != v else [])),
        (f"assume u /= {literal(value)}", lambda u, v: iter([(u, v)] if u != value else [])),
        (f"assume v /= {literal(value)}", lambda u, v: iter([(u, v)] if v != value else [])),
        ("assume u bvult v", lambda u, v: iter([(u, v)] if u < v else [])),
    ]
    if target == -1:
        return RandomStep(source, target, f"assume u = {literal(value)} and v = {literal(other)}",
                          lambda u, v: iter([(u, v)] if (u, v) == (value, other) else []))
    return RandomStep(source, target, *pick.choice(kinds))


def is_error_reachable(steps: list[RandomStep]) -> bool:
    """By a search of all states."""
    todo = [(0, u, v) for u in range(2**BITS) for v in range(2**BITS)]
    seen = set(todo)
    while todo:
        location, u, v = todo.pop()
        for step in steps:
            if step.source != location:
                continue
            for after in step.successors(u, v):
                if step.target == -1:
                    return True
                if (step.target, *after) not in seen:
                    seen.add((step.target, *after))
                    todo.append((step.target, *after))
    return False


@family
def random_steps(pick: random.Random, size: int, is_safe: bool) -> Automaton:
    """Random edges, forward and back, that compare and change two bit-vectors which may have any value at the start."""
    while True:
        count = 3 + size // 2
        steps = [random_step(pick, k, k + 1) for k in range(count - 1)]
        for _ in range(count):
            source = pick.randrange(count)
            steps.append(random_step(pick, source, pick.randrange(count)))
        steps += [random_step(pick, k, -1) for k in {count - 1, count // 2}]
        if is_error_reachable(steps) != is_safe:
            break
    automaton = Automaton(f"u : bv[{BITS}]", f"v : bv[{BITS}]", locations=" ".join(f"L{k}" for k in range(count)))
    for step in steps:
        automaton.edge(f"L{step.source}", "ERR" if step.target == -1 else f"L{step.target}", step.statement)
    return automaton


def tasks(count: int) -> Iterator[Task]:
    """`count` tasks of each family, from small to large, safe and unsafe in turn."""
    for name, make in FAMILIES.items():
        for number in range(count):
            is_safe = number % 2 == 0
            automaton = make(random.Random(f"{SEED} {name} {number}"), number // 2, is_safe)
            text = f"// {description(name)}\n// This one {'is safe' if is_safe else 'has a violation'}.\n"
            yield Task(name, f"{name}_{number:02}.cfa", text + automaton.text(name), is_safe)


def write(folder: Path, count: int) -> Path:
    """Writes the tasks and gives their table, in the form of the shared one."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["file\tproperty\texpected\tverdict_source"]
    for task in tasks(count):
        (folder / task.name).write_text(task.text, encoding="utf-8")
        lines.append(f"{task.name}\terror location unreachable\t{'true' if task.is_safe else 'false'}\tby construction")
    table = folder / "expected.tsv"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="where the tasks go")
    parser.add_argument("--count", type=int, default=10, help="tasks a family (default: 10)")
    parser.add_argument("--families", action="store_true", help="say what the families are, and write nothing")
    arguments = parser.parse_args()
    if arguments.families:
        for name in FAMILIES:
            print(f"{name}: {description(name)}")
    elif arguments.folder is None:
        parser.error("say in which folder the tasks go")
    else:
        print(write(arguments.folder, arguments.count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
