"""Why a task was gained or lost, in words, as far as the figures of its runs tell."""
from results import Row

NEAR_LIMIT = 0.5  # of the limit: a run that took longer may well time out the next time


def times(count: int) -> str:
    return "1 spurious counterexample that taught nothing" if count == 1 else \
        f"{count} spurious counterexamples that taught nothing"


def gain(old: Row, new: Row) -> str:
    """Why the new combination solves what the old one does not."""
    if new.gone_past:
        found = "the violation was behind" if new.outcome == "False" else "the proof needed other counterexamples than"
        return f"{found} {times(new.gone_past)}; found in iteration {new.iterations}"
    if old.outcome == "Stuck":
        return f"stopped in iteration {old.iterations}, but iteration {new.iterations} brings the answer"
    if old.outcome == "T/O" and new.wall_s > NEAR_LIMIT * new.timeout_s:
        return f"a matter of time: {new.wall_s:.1f} s of {new.timeout_s:g} s"
    return f"answered in iteration {new.iterations}; the other had {old.iterations}"


def loss(old: Row, new: Row) -> str:
    """Why the new combination does not solve what the old one does."""
    if new.outcome == "Stuck":
        return f"stopped in iteration {new.iterations}, but iteration {old.iterations} brings the answer"
    if new.gone_past:
        return f"{times(new.gone_past)} until the end, instead of {old.iterations} iterations"
    if new.outcome == "T/O" and old.wall_s > NEAR_LIMIT * old.timeout_s:
        return f"a matter of time: {old.wall_s:.1f} s of {old.timeout_s:g} s"
    return new.reason or "not known"


def not_gained(mitigated: Row) -> str:
    """Why mitigation did not solve a task that is stuck; the same words for the same reason."""
    if mitigated.expected == "true":
        no_proof = "safe, and a graph with a counterexample that was gone past is no proof: "
        if mitigated.outcome == "Stuck":
            return no_proof + "nothing else was left to look at"
        return no_proof + "each round of a loop brings a further one, until the limit"
    if mitigated.outcome == "Stuck":
        return "has a violation, but nothing was left to look at: this should not be"
    if mitigated.outcome == "T/O":
        return "has a violation, but other spurious counterexamples came first until the limit"
    return f"ended by: {mitigated.reason}"
