"""The nine combinations of Ádám 2023, Table 7.1, and the runs that check the answers of the generated tasks."""
from typing import NamedTuple


class Combination(NamedTuple):
    """A CEGAR configuration under a monitor."""
    configuration: str  # a key of CONFIGURATIONS
    monitor: str

    @property
    def name(self) -> str:
        return f"{self.configuration}/{self.monitor}"

    @property
    def options(self) -> str:
        return f"--engine cegar --refinement bw-bin-itp {CONFIGURATIONS[self.configuration]} --monitor {self.monitor}"


CONFIGURATIONS = {
    "expl-full": "--domain expl --prune full --search err",
    "expl-lazy": "--domain expl --prune lazy --search bfs",
    "pred-full": "--domain pred-cart --prune full --search err",
}
TITLES = {
    "expl-full": "Explicit values, full pruning",
    "expl-lazy": "Explicit values, lazy pruning",
    "pred-full": "Cartesian predicates, full pruning",
}
COMBINATIONS = [
    *(Combination("expl-full", monitor) for monitor in ("disable", "check", "check-arg", "mitigate")),
    *(Combination("expl-lazy", monitor) for monitor in ("disable", "check", "check-arg")),
    *(Combination("pred-full", monitor) for monitor in ("disable", "check")),
]

# Not part of the study. They share less with its combinations than these with each other.
REFERENCES = {
    "reference/explicit": "--engine explicit",
    "reference/bmc": "--engine bmc",
    "reference/product": "--engine cegar --domain prod --refinement seq-itp --prune lazy --search bfs --monitor check",
}
