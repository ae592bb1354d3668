"""The results of the study: a line for each run, and what follows from them."""
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

# The outcomes of the paper's tables, in their order.
OUTCOMES = ["ERR", "OOM", "T/O", "False", "True", "Stuck"]
SOLVED = ("False", "True")
UNREAD = "unread"  # exit code 3: what this version does not read
INTERRUPTED = "interrupted"
NO_PROGRESS = "no refinement progress"
_OF_REASON = {NO_PROGRESS: "Stuck", "timeout": "T/O", "memory": "OOM", "interrupted": INTERRUPTED}


class Row(NamedTuple):
    """One run of one combination on one task."""
    task: str
    origin: str  # shared or generated
    expected: str
    combination: str
    run: int  # the study may be run several times
    outcome: str
    reason: str  # of ERR, T/O and Stuck
    checked: bool  # whether the answer was re-checked
    wall_s: float
    cpu_s: float
    iterations: int
    nodes: int
    gone_past: int  # counterexamples that taught nothing and that mitigation went past
    timeout_s: float

    @property
    def is_solved(self) -> bool:
        return self.outcome in SOLVED

    @property
    def is_wrong(self) -> bool:
        return self.is_solved and self.outcome.lower() != self.expected

    @property
    def is_defect(self) -> bool:
        return self.outcome == "ERR" and self.reason.startswith("exit ")

    def line(self) -> str:
        return "\t".join(f"{value:.3f}" if name in ("wall_s", "cpu_s") else f"{value:g}" if name == "timeout_s" else
                         str(value).replace("\t", " ").replace("\n", " ")
                         for name, value in self._asdict().items()) + "\n"


HEADER = "\t".join(Row._fields) + "\n"


def outcome_of(verdict: str, reason: str) -> str:
    """The outcome that stands in the tables for a verdict of arges."""
    if verdict in ("true", "false"):
        return verdict.capitalize()
    if verdict == "exit 3":
        return UNREAD
    return _OF_REASON.get(reason, "ERR")


def parse(line: str) -> Row:
    fields = line.split("\t")
    if len(fields) != len(Row._fields):
        raise ValueError(f"{len(fields)} columns instead of {len(Row._fields)}: {line}")
    converters: dict[type, Callable[[str], object]] = {bool: lambda text: text == "True", int: int, float: float, str: str}
    return Row(*(converters[Row.__annotations__[name]](field) for name, field in zip(Row._fields, fields)))


def read(path: Path) -> list[Row]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] + "\n" != HEADER:
        raise ValueError(f"{path} has no results of the study: its first line is another")
    return [parse(line) for line in lines[1:]]


class Study:
    """The runs that count: of tasks that are read, and whose outcome was the same in each run."""

    def __init__(self, rows: Iterable[Row], combinations: list[str]) -> None:
        rows = list(rows)
        self.references = [row for row in rows if row.combination not in combinations]
        rows = [row for row in rows if row.combination in combinations]
        self.all_rows = rows
        self.unread = sorted({row.task for row in rows if row.outcome == UNREAD})
        outcomes: dict[tuple[str, str], set[str]] = {}
        for row in rows:
            outcomes.setdefault((row.task, row.combination), set()).add(row.outcome)
        self.deviating = sorted({task for (task, _), several in outcomes.items() if len(several) > 1})
        present = Counter(task for task, _ in outcomes)
        self.incomplete = sorted(task for task, count in present.items() if count < len(combinations))
        left_out = {*self.unread, *self.deviating, *self.incomplete}
        self._rows = {(row.combination, row.task): row for row in reversed(rows) if row.task not in left_out}
        self.tasks = list(dict.fromkeys(row.task for row in rows if row.task not in left_out))

    def row(self, combination: str, task: str) -> Row:
        return self._rows[combination, task]

    def rows(self, combination: str, origin: str | None = None) -> list[Row]:
        found = (self._rows[combination, task] for task in self.tasks)
        return [row for row in found if origin in (None, row.origin)]

    def tasks_of(self, origin: str) -> list[str]:
        return [row.task for row in self.rows(next(iter(self._rows))[0], origin)] if self._rows else []

    def pairs(self, down: str, across: str) -> Counter[tuple[str, str]]:
        """How often an outcome of one combination met an outcome of another."""
        return Counter((self.row(down, task).outcome, self.row(across, task).outcome) for task in self.tasks)

    def changed(self, old: str, new: str, of: Callable[[Row, Row], bool]) -> list[tuple[Row, Row]]:
        both = ((self.row(old, task), self.row(new, task)) for task in self.tasks)
        return [(a, b) for a, b in both if of(a, b)]

    def gained(self, old: str, new: str) -> list[tuple[Row, Row]]:
        """Solved by the new combination and not by the old one."""
        return self.changed(old, new, lambda a, b: b.is_solved and not a.is_solved)

    def lost(self, old: str, new: str) -> list[tuple[Row, Row]]:
        return self.changed(old, new, lambda a, b: a.is_solved and not b.is_solved)

    def wrong(self) -> list[Row]:
        """Wrong answers and defects, also of tasks that were left out and of the references."""
        return [row for row in [*self.all_rows, *self.references] if row.is_wrong or row.is_defect]
