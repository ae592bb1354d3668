#!/usr/bin/env python3
"""How engines cope with communicating machines that grow: rings, philosophers and windows of n, counters up to 2^k.

    bench/machines_scaling.py                                       # the table on the standard output
    bench/machines_scaling.py --doc docs/machines-scaling.md        # and as a page with a figure beside it
    bench/machines_scaling.py --family ring --timeout 5             # one family only
    bench/machines_scaling.py --write DIR                           # only the models
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENGINES = {
    "explicit": ["--engine", "explicit"],
    "intervals": ["--engine", "cegar", "--domain", "interval"],
    "predicates": ["--engine", "cegar", "--domain", "pred-cart"],
    "polyhedra": ["--engine", "cegar", "--domain", "polyhedra"],
    "portfolio": [],
}
COLOURS = {"explicit": "#cf222e", "intervals": "#0969da", "predicates": "#8250df", "polyhedra": "#bf8700",
           "portfolio": "#1a7f37"}


def ring(n):
    """Leader election among n; the largest number wins."""
    return f"""const int N = {n};
signal token(int number), elected(int number);
class Process {{
  Process next;
  int id;
  queue N + 1;
  initial state Start {{
    -> Running {{ send token(id) to next; }}
    defer token, elected;
  }}
  state Running {{
    on token(int n) [n > id] {{ send token(n) to next; }}
    on token(int n) [n < id];
    on token(int n) [n == id] -> Leader {{ send elected(id) to next; }}
    on elected(int n) -> Follower {{ assert n >= id; send elected(n) to next; }}
  }}
  final state Follower {{ on token(int n); }}
  final state Leader {{
    on elected(int n) {{ assert n == id; }}
    on token(int n);
  }}
}}
object p[N] : Process {{ next = p[(index + 1) % N]; id = index == 0 ? N : index; }}
check assertions;
"""


def philosophers(n):
    """n philosophers, the last of whom takes the forks the other way round; nobody gets stuck."""
    return f"""const int N = {n};
signal ask(Philosopher who), granted, release;
class Philosopher {{
  Fork first, second;
  queue 1;
  initial state Thinking {{ -> Hungry {{ send ask(self) to first; }} }}
  state Hungry {{ on granted -> Holding {{ send ask(self) to second; }} }}
  state Holding {{ on granted -> Eating; }}
  state Eating {{ -> Thinking {{ send release to first; send release to second; }} }}
}}
class Fork {{
  Philosopher user;
  queue 3;
  initial state Free {{ on ask(user) -> Taken {{ send granted to user; }} }}
  state Taken {{
    defer ask;
    on release -> Free {{ user = null; }}
  }}
}}
object fork[N] : Fork;
object phil[N] : Philosopher {{
  first = index == N - 1 ? fork[0] : fork[index];
  second = index == N - 1 ? fork[index] : fork[(index + 1) % N];
}}
check deadlock;
"""


def credits(n):
    """A producer with credit for n items, which are counted as far as 32 bits go."""
    return producer(n, 31)


def counter(k):
    """A producer with credit for two items, which are counted up to 2^k."""
    return producer(2, k)


def producer(slots, bits):
    return f"""const int SLOTS = {slots};
const int MANY = {2 ** bits - 1};
signal item(int number), credit;
class Producer {{
  Consumer consumer;
  int left in 0..SLOTS = SLOTS;
  int made;
  queue SLOTS;
  initial state Producing {{
    [left > 0] -> Producing {{ send item(made) to consumer; made = made < MANY ? made + 1 : 0; left -= 1; }}
    on credit -> Producing {{ left += 1; }}
  }}
}}
class Consumer {{
  Producer producer;
  int last;
  queue SLOTS;
  initial state Consuming {{
    on item(last) -> Consuming {{ assert last >= 0; send credit to producer; }}
  }}
}}
object producer : Producer {{ consumer = consumer; }}
object consumer : Consumer {{ producer = producer; }}
check assertions;
"""


def window(k):
    """A window of two frames with numbers up to 2^k: the receiver's counter is what the sender's was."""
    return f"""const int MANY = {2 ** k - 1};
signal frame(int number), ack(int number);
class Sender {{
  Receiver receiver;
  int next, oldest;
  queue 2;
  initial state Sending {{
    [next - oldest < 2 && next < MANY] -> Sending {{ send frame(next) to receiver; next += 1; }}
    on ack(int n) -> Sending {{ assert n == oldest; oldest = n + 1; }}
  }}
}}
class Receiver {{
  Sender sender;
  int expected;
  queue 2;
  initial state Receiving {{
    on frame(int n) -> Receiving {{ assert n == expected; expected += 1; send ack(n) to sender; }}
  }}
}}
object sender : Sender {{ receiver = receiver; }}
object receiver : Receiver {{ sender = sender; }}
check assertions;
"""


# name: (what makes the model, sizes, what the sizes are)
FAMILIES = {
    "ring": (ring, [2, 3, 4, 5, 6], "processes"),
    "philosophers": (philosophers, [2, 3, 4, 5], "philosophers"),
    "credits": (credits, [1, 2, 3, 4, 5], "items under way"),
    "counter": (counter, [2, 4, 8, 12, 16, 24, 31], "bits of the counter"),
    "window": (window, [2, 4, 6, 8, 12, 16, 31], "bits of the counters"),
}


def run(arges, model, options, timeout):
    """The verdict, the seconds and the states that an engine looked at, if it says."""
    command = [arges, "check", str(model), *options, "--timeout", str(timeout), "--stats", "--format", "json"]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * timeout + 60)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 10, 20):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}\n{done.stderr}")
    result = json.loads(done.stdout)["results"][0]
    statistics = result.get("statistics", {})
    names = ("interval::configurations", "polyhedra::parts", "explicit::states", "arg::nodes")
    states = next((statistics[name] for name in names if name in statistics), None)
    return {"verdict": result["verdict"], "seconds": seconds, "states": states}


def measure(name, arguments, folder):
    make, sizes, _ = FAMILIES[name]
    rows = []
    given_up = set()
    for size in sizes:
        model = folder / f"{name}-{size}.sm"
        model.write_text(make(size))
        row = {"size": size}
        for engine, options in ENGINES.items():
            if engine in given_up:  # a larger one is no easier
                continue
            row[engine] = run(arguments.arges, model, options, arguments.timeout)
            if row[engine]["verdict"] == "false":
                sys.exit(f"{model}: {engine} says false, and the property holds")
            if row[engine]["verdict"] == "unknown":
                given_up.add(engine)
        rows.append(row)
        print(f"{name} {size}: " + ", ".join(f"{e} {cell(row.get(e))}" for e in ENGINES), file=sys.stderr, flush=True)
    return rows


def cell(result):
    if result is None:
        return "–"
    if result["verdict"] != "true":
        return "not decided"
    states = f" ({result['states']:,})" if result["states"] is not None else ""
    return f"{result['seconds']:.2f} s{states}"


def table(name, rows):
    make, _, what = FAMILIES[name]
    lines = [f"### {name}: {make.__doc__}", "", f"| {what} | " + " | ".join(ENGINES) + " |", "| ---: |" + " ---: |" * len(ENGINES)]
    for row in rows:
        lines.append(f"| {row['size']} | " + " | ".join(cell(row.get(engine)) for engine in ENGINES) + " |")
    return "\n".join(lines) + "\n"


def plot(results, timeout):
    """One chart a family, side by side: seconds, logarithmic, against the size."""
    width, height, left, bottom, top, gap = 250, 190, 48, 40, 28, 26
    least, most = 0.01, max(timeout, 1) * 1.5
    total = len(results) * (width + gap) + 16
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{height + top + bottom + 24}" '
             f'viewBox="0 0 {total} {height + top + bottom + 24}" font-family="sans-serif" font-size="11">',
             '<rect width="100%" height="100%" fill="#fff"/>']

    def y_of(seconds):
        part = (math.log(max(seconds, least)) - math.log(least)) / (math.log(most) - math.log(least))
        return top + height - part * height

    for index, (name, rows) in enumerate(results.items()):
        x0 = index * (width + gap) + left
        inner = width - left
        sizes = [row["size"] for row in rows]
        span = max(max(sizes) - min(sizes), 1)
        x_of = lambda size: x0 + 8 + (size - min(sizes)) / span * (inner - 16)
        parts.append(f'<text x="{x0}" y="16" font-weight="bold">{name}</text>')
        parts.append(f'<path d="M{x0} {top}V{top + height}H{x0 + inner}" fill="none" stroke="#57606a"/>')
        for mark in (0.01, 0.1, 1, 10, 100):
            if mark <= most:
                parts.append(f'<line x1="{x0}" x2="{x0 + inner}" y1="{y_of(mark):.1f}" y2="{y_of(mark):.1f}" stroke="#d0d7de"/>')
                parts.append(f'<text x="{x0 - 4}" y="{y_of(mark) + 4:.1f}" text-anchor="end">{mark:g} s</text>')
        for size in sizes:
            parts.append(f'<text x="{x_of(size):.1f}" y="{top + height + 14}" text-anchor="middle">{size}</text>')
        parts.append(f'<text x="{x0 + inner / 2:.1f}" y="{top + height + 30}" text-anchor="middle">{FAMILIES[name][2]}</text>')
        for engine in ENGINES:
            decided = [(x_of(row["size"]), y_of(row[engine]["seconds"])) for row in rows
                       if engine in row and row[engine]["verdict"] == "true"]
            if decided:
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in decided)
                parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[engine]}" stroke-width="1.6"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{COLOURS[engine]}"/>' for x, y in decided]
            lost = [row for row in rows if engine in row and row[engine]["verdict"] != "true"]
            for row in lost[:1]:
                x, y = x_of(row["size"]), top + 6 + 7 * list(ENGINES).index(engine)
                parts.append(f'<path d="M{x - 3:.1f} {y - 3}l6 6m0 -6l-6 6" stroke="{COLOURS[engine]}" stroke-width="1.6"/>')
    for i, (engine, colour) in enumerate(COLOURS.items()):
        x, y = left + 110 * i, top + height + bottom + 12
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/><text x="{x + 15}" y="{y}">{engine}</text>')
    parts.append(f'<text x="{left + 560}" y="{top + height + bottom + 12}">a cross: not decided within {timeout:g} s</text>')
    return "\n".join(parts) + "\n</svg>\n"


PAGE = """# How engines scale on communicating machines
Written by `bench/machines_scaling.py --doc docs/machines-scaling.md`, which makes the models, runs `arges check` on each and
draws the figure; seconds are wall time on one machine with a limit of {timeout:g} s, so compare shapes, not numbers. In brackets:
states that were looked at. All systems are safe, and whoever said otherwise would end the script. An engine that did not decide
a size is not asked for larger ones (–).

![seconds against sizes](machines-scaling.svg)

- **n objects**: explicit states grow with every object, and so does every other way of looking at them; the machines are all
  there is to see.
- **counters up to 2^k**: values grow with the bound, intervals do not notice it (`counter`, `credits`).
- **relations** (`window`): the receiver's counter is what the sender's was. No interval says that; polyhedra, one for each combination
  of modes and queues, do. They do not cope with many objects.
- **predicates** alone cope with few objects and short queues: that a queue has a message is a value, and there are many of those.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arges", default=str(ROOT / "build/release/src/arges"), help="the program")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each run")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="only this one")
    parser.add_argument("--doc", type=Path, help="write the page there, and its figure beside it")
    parser.add_argument("--write", type=Path, help="write the models there, and no more")
    arguments = parser.parse_args()
    if arguments.write:
        arguments.write.mkdir(parents=True, exist_ok=True)
        for name, (make, sizes, _) in FAMILIES.items():
            for size in sizes:
                (arguments.write / f"{name}-{size}.sm").write_text(make(size))
        return
    with tempfile.TemporaryDirectory() as folder:
        results = {name: measure(name, arguments, Path(folder)) for name in arguments.family or FAMILIES}
    text = "\n".join(table(name, rows) for name, rows in results.items())
    if not arguments.doc:
        print(text)
        return
    arguments.doc.write_text(PAGE.format(timeout=arguments.timeout) + text)
    arguments.doc.with_suffix(".svg").write_text(plot(results, arguments.timeout))


if __name__ == "__main__":
    main()
