#!/usr/bin/env python3
"""A witness that was changed in any one place is refused, with a reason: exit code 10.

For models and configurations in which everything in the witness matters: every node of the proofs has states that are reached, no
successor is there in vain.
"""
import argparse
import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

INPUTS = Path(__file__).resolve().parent / "cli" / "inputs"
STABLE = ["--check-at", "stable"]
# (model, how its property is named, further options of check)
CASES = [
    ("wrong.cfa", [], []),
    ("light.xsts", ["--property", "n < 1", *STABLE], []),
    ("loop.xsts", [], []),
    ("safe.cfa", [], ["--domain", "expl", "--init-prec", "all-vars", "--encoding", "sbe", "--slice", "off"]),
    ("safe.cfa", [], ["--domain", "expl"]),
    ("safe.cfa", [], ["--domain", "pred-cart"]),
    ("safe.cfa", [], ["--domain", "pred-split", "--encoding", "sbe"]),
    ("safe.cfa", [], []),
    ("light.xsts", ["--property", "n <= 3", *STABLE], ["--domain", "expl"]),
    # Flattened, a step has several successors, and one may say all that the others do.
    ("light.xsts", ["--property", "n <= 3", *STABLE], ["--domain", "pred-cart", "--flatten", "off"]),
    ("light.xsts", ["--property", "n < 1", *STABLE], ["--engine", "explicit"]),
    ("safe.cfa", [], ["--engine", "explicit", "--encoding", "sbe"]),
    ("light.xsts", ["--property", "n < 1", *STABLE], ["--engine", "bmc"]),
    ("two_steps.cfa", [], ["--engine", "bmc", "--slice", "off"]),
    ("safe.cfa", [], ["--engine", "bmc"]),
    ("endless.cfa", [], ["--engine", "bmc"]),
    ("lamp.sm", [], ["--engine", "explicit"]),
    ("lamp.sm", [], ["--engine", "explicit", "--reduction", "none"]),
    ("../../ltl/blinker.cfa", ["--ltl", "G F(n = 2)"], []),
    ("../../ltl/recurrent.cfa", ["--ltl", "G F(x < 0)"], []),
    ("../../ltl/countdown.cfa", ["--ltl", "F done"], ["--domain", "pred-cart"]),
    ("../../ltl/countdown.cfa", ["--ltl", "F done"], ["--loop-search", "ndfs", "--domain", "pred-cart"]),
]


def other_values(value):
    """Values of the same type."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif value in ("Color.RED", "Color.GREEN"):
        yield "Color.GREEN" if value == "Color.RED" else "Color.RED"
    else:
        raise ValueError(f"no other value for {value!r}")


def changed_values(document, holder, what):
    """The document with each value of one of its objects changed."""
    for name, value in list(holder.items()):
        for other in other_values(value):
            holder[name] = other
            yield f"{what}: {name} = {other}", copy.deepcopy(document)
        holder[name] = value


def changed_traces(document):
    trace = document["results"][0]["trace"]
    yield from changed_values(document, trace["initial"], "the initial state")
    for k, step in enumerate(trace["steps"]):
        yield from changed_values(document, step["state"], f"the state after step {k}")
        for decision in step["decisions"]:
            numbers = {key: value for key, value in decision.items() if key != "type"}
            for key, value in numbers.items():
                for other in other_values(value):
                    decision[key] = other
                    if other != -1 or key != "branch":
                        yield f"a decision of step {k}: {key} = {other}", copy.deepcopy(document)
                decision[key] = value
        fewer = copy.deepcopy(document)
        del fewer["results"][0]["trace"]["steps"][k]
        yield f"no step {k}", fewer
    repeated = copy.deepcopy(document)
    repeated["results"][0]["trace"]["steps"].append(trace["steps"][-1])
    # A loop of one step may be told to have two.
    if "loop" not in trace or trace["loop"]["start"] + 1 < len(trace["steps"]):
        yield "the last step twice", repeated
    shown = document["results"][0]["counterexample"]["steps"]
    for k, step in enumerate(shown):
        yield from changed_values(document, step["state"], f"state {k} as it is shown")


def changed_loops(document):
    """Of the loop that a trace ends with."""
    def changed(**members):
        result = copy.deepcopy(document)
        result["results"][0]["trace"]["loop"].update(members)
        return result

    loop = document["results"][0]["trace"]["loop"]
    steps = len(document["results"][0]["trace"]["steps"])
    for start in range(steps + 2):
        if start != loop["start"]:
            yield f"the loop starts at {start}", changed(start=start)
    if loop["kind"] == "recurrent":
        yield "the loop is closed", changed(kind="closed")
        yield "nothing recurs", changed(recurrence="false")
        yield "everything recurs", changed(recurrence="true")
        yield "a value too many", changed(values=[*loop["values"], "1"])
    else:
        yield "the loop is recurrent", changed(kind="recurrent", recurrence="false", values=[])
    shown = copy.deepcopy(document)
    shown["results"][0]["counterexample"]["loop_start"] += 1
    yield "the loop is shown elsewhere", shown
    gone = copy.deepcopy(document)
    del gone["results"][0]["trace"]["loop"]
    yield "no loop", gone


def changed_temporal_proofs(document):
    """Proofs whose ranking functions are needed: the graph as others, and the ranks."""
    inner = copy.deepcopy(document)
    inner["results"][0]["proof"] = document["results"][0]["proof"]["graph"]
    for what, changed in changed_proofs(inner):
        proof = {**document["results"][0]["proof"], "graph": changed["results"][0]["proof"]}
        changed["results"][0]["proof"] = proof
        yield what, changed

    def changed(change):
        result = copy.deepcopy(document)
        change(result["results"][0]["proof"])
        return result

    yield "no ranks", changed(lambda proof: proof.update(rankings=[]))
    for i, family in enumerate(document["results"][0]["proof"]["rankings"]):
        yield f"no rank {i}", changed(lambda proof, i=i: proof["rankings"].pop(i))
        for k in range(len(family)):
            yield f"rank {i} has a constant at {k}", changed(
                lambda proof, i=i, k=k: proof["rankings"][i][k].update(term="0"))
            yield f"rank {i} lacks a term", changed(lambda proof, i=i, k=k: proof["rankings"][i].pop(k))


def without_node(proof, gone):
    """Without a node and all that refers to it, the others renumbered."""
    def moved(number):
        return number - (number > gone)
    del proof["nodes"][gone]
    proof["roots"] = [moved(root) for root in proof["roots"] if root != gone]
    for node in proof["nodes"]:
        node["successors"] = [{**successor, "node": moved(successor["node"])}
                              for successor in node["successors"] if successor["node"] != gone]
        covered_by = node["covered_by"]
        node["covered_by"] = None if covered_by in (None, gone) else moved(covered_by)


def changed_proofs(document):
    def changed(change):
        result = copy.deepcopy(document)
        change(result["results"][0]["proof"])
        return result

    def change_node(number, **members):
        return changed(lambda proof: proof["nodes"][number].update(members))

    proof = document["results"][0]["proof"]
    controls = [node["control"] for node in proof["nodes"]]
    yield "no roots", changed(lambda proof: proof.update(roots=[]))
    if proof["nodes"][-1]["state"] != "false":  # where no run comes, nothing refers to it
        yield "the last node is gone, but not what refers to it", changed(lambda proof: proof["nodes"].pop())
    for k, node in enumerate(proof["nodes"]):
        if node["state"] == "false":
            continue
        yield f"node {k} has no states", change_node(k, state="false")
        if node["state"] != "true" and k not in proof["roots"]:
            yield f"node {k} has all states", change_node(k, state="true")
        # Without any node at its control point, ways through it would be checked as a large block.
        if controls.count(node["control"]) > 1:
            yield f"node {k} is gone", changed(lambda proof, k=k: without_node(proof, k))
        for i in range(len(node["successors"])):
            yield f"node {k} has one successor less", changed(
                lambda proof, k=k, i=i: proof["nodes"][k]["successors"].pop(i))
            yield f"node {k} has the root for a successor", changed(
                lambda proof, k=k, i=i: proof["nodes"][k]["successors"][i].update(node=proof["roots"][0]))
        if node["covered_by"] is not None:
            yield f"node {k} is not covered", change_node(k, covered_by=None)
        yield f"node {k} covers itself", change_node(k, covered_by=k)


def changed_inductions(document):
    """Proofs whose invariants are needed, and whose k is as small as it can be where there are none."""
    def changed(change):
        result = copy.deepcopy(document)
        change(result["results"][0]["proof"])
        return result

    proof = document["results"][0]["proof"]
    other = "exhaustion" if proof["kind"] == "induction" else "induction"
    yield "the other kind", changed(lambda proof: proof.update(kind=other))
    bare = all(point["invariant"] in ("true", "false") for point in proof["points"])
    for k in range(proof["k"] if bare else 1):
        yield f"k = {k}", changed(lambda proof, k=k: proof.update(k=k))
    yield "no points", changed(lambda proof: proof.update(points=[]))
    for i, point in enumerate(proof["points"]):
        yield f"no point {i}", changed(lambda proof, i=i: proof["points"].pop(i))
        yield f"point {i} twice", changed(lambda proof, i=i: proof["points"].append(proof["points"][i]))
        yield f"point {i} has another name", changed(
            lambda proof, i=i: proof["points"][i].update(control_name="elsewhere"))
        if point["invariant"] != "false":
            yield f"no states at point {i}", changed(lambda proof, i=i: proof["points"][i].update(invariant="false"))
        if point["invariant"] not in ("true", "false"):
            yield f"all states at point {i}", changed(lambda proof, i=i: proof["points"][i].update(invariant="true"))


def changed_sets(document):
    """Sets of states: every value, every state, and what was followed from where not all was."""
    def changed(change):
        result = copy.deepcopy(document)
        change(result["results"][0]["proof"])
        return result

    def without(proof, k):
        proof["states"].pop(k)
        proof["count"] -= 1
        if "followed" in proof:
            proof["followed"].pop(k)

    proof = document["results"][0]["proof"]
    for k, state in enumerate(proof["states"]):
        yield f"no state {k}", changed(lambda proof, k=k: without(proof, k))
        for i, value in enumerate(state):
            in_column = {one[i] for one in proof["states"]} - {value}
            others = sorted(in_column) if isinstance(value, str) else other_values(value)
            for other in others:
                yield f"{proof['variables'][i]} = {other} in state {k}", changed(
                    lambda proof, k=k, i=i, other=other: proof["states"][k].__setitem__(i, other))
    for k, part in enumerate(proof.get("followed", [])):
        # Once the others can't do anything, to follow all is right as well.
        for other in [] if part is None else {0, 1, 2} - {part} | ({None} if k == 0 else set()):
            yield f"{other} was followed from state {k}", changed(
                lambda proof, k=k, other=other: proof["followed"].__setitem__(k, other))


def changes_of(document):
    result = document["results"][0]
    if "trace" in result and "loop" in result["trace"]:
        return [*changed_traces(document), *changed_loops(document)]
    if "trace" in result:
        return changed_traces(document)
    if result["proof"].get("kind") == "ltl":
        return changed_temporal_proofs(document)
    if result["proof"].get("kind") == "states":
        return changed_sets(document)
    return changed_inductions(document) if "kind" in result["proof"] else changed_proofs(document)


def run(arges, *arguments):
    return subprocess.run([str(arges), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)


def problems(arges, folder, case):
    """Yields what is wrong, after how many changes."""
    model, named, options = case
    path, witness = INPUTS / model, folder / "witness.json"
    run(arges, "check", path, *named, *options, "--witness", witness)
    document = json.loads(witness.read_text())
    good = run(arges, "validate", path, witness, *named)
    if good.returncode != 0:
        yield f"the witness itself: {good.stdout}{good.stderr}"
    count = 0
    for what, changed in changes_of(document):
        count += 1
        witness.write_text(json.dumps(changed))
        done = run(arges, "validate", path, witness, *named)
        if done.returncode != 10 or not re.search(r": refused \(.{10,}\)$", done.stdout.strip()):
            yield f"{what}: exit code {done.returncode}: {done.stdout}{done.stderr}"
    print(f"{' '.join([model, *named, *options])}: {count} changes")
    if count < 5:
        yield "hardly anything to change"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", type=Path, required=True, help="the binary under test")
    arges = parser.parse_args().arges.resolve()
    found = 0
    with tempfile.TemporaryDirectory(prefix="arges-tampered-") as folder:
        for case in CASES:
            for problem in problems(arges, Path(folder), case):
                found += 1
                print(f"{case}: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
