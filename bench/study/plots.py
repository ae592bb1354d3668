"""The figures of the study as SVG; the same results draw the same bytes."""
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from combinations import COMBINATIONS, TITLES  # noqa: E402
from results import Study  # noqa: E402

matplotlib.rcParams.update({"svg.hashsalt": "arges", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                            "axes.spines.right": False, "figure.constrained_layout.use": True})
COLOURS = {"True": "#4c9f70", "False": "#3b6fb6", "Stuck": "#e0a030", "T/O": "#b0b0b0", "OOM": "#808080", "ERR": "#c04040"}
LINES = {"disable": "#808080", "check": "#e0a030", "check-arg": "#c04040", "mitigate": "#3b6fb6"}
BINS = 25  # as in the paper, whose bins of 20 s are that part of its limit of 500 s


def save(figure: plt.Figure, path: Path) -> None:
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # Some lines of matplotlib's SVG end in a blank.
    path.write_text("\n".join(line.rstrip() for line in path.read_text().splitlines()) + "\n")


def stopped_early(study: Study, limit: float, path: Path) -> None:
    """Figure 7.1: how early runs are stopped that make no progress."""
    figure, axes = plt.subplots(2, 1, figsize=(7, 4), sharex=True)
    width = limit / BINS
    for axis, monitor in zip(axes, ("check", "mitigate")):
        times = [row.wall_s for row in study.rows(f"expl-full/{monitor}") if row.outcome == "Stuck"]
        if times:
            axis.hist(times, bins=[k * width for k in range(BINS + 2)], density=True, color=LINES[monitor])
        axis.set_title(f"{monitor}: {len(times)} runs stopped", loc="left", fontsize=9)
        axis.set_ylabel("density")
        axis.set_xlim(0, limit)
    axes[-1].set_xlabel(f"seconds until the run was stopped, bins of {width:g} s")
    save(figure, path)


def outcomes(study: Study, path: Path) -> None:
    """Figure 7.2, with the predicates beside: the outcomes of each combination."""
    figure, axis = plt.subplots(figsize=(7, 3.4))
    for place, combination in enumerate(COMBINATIONS):
        left = 0
        found = [row.outcome for row in study.rows(combination.name)]
        for outcome in COLOURS:
            count = found.count(outcome)
            axis.barh(place, count, left=left, color=COLOURS[outcome], height=0.7)
            if count > len(found) / 40:
                axis.text(left + count / 2, place, str(count), ha="center", va="center", color="white", fontsize=8)
            left += count
    axis.set_yticks(range(len(COMBINATIONS)), [combination.name for combination in COMBINATIONS])
    axis.invert_yaxis()
    axis.set_xlabel("tasks")
    shown = list(COLOURS)
    axis.legend([plt.Rectangle((0, 0), 1, 1, color=COLOURS[outcome]) for outcome in shown], shown, ncol=len(shown),
                loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    save(figure, path)


def times(study: Study, limit: float, path: Path) -> None:
    """The time of every run, sorted: where a line reaches the top the runs are time-outs."""
    figure, axes = plt.subplots(1, len(TITLES), figsize=(9, 3), sharey=True)
    for axis, (configuration, title) in zip(axes, TITLES.items()):
        for combination in COMBINATIONS:
            if combination.configuration == configuration:
                seconds = sorted(row.wall_s for row in study.rows(combination.name))
                axis.plot(range(1, len(seconds) + 1), seconds, label=combination.monitor, color=LINES[combination.monitor],
                          linestyle="--" if combination.monitor == "check-arg" else "-")
        axis.axhline(limit, color="black", linewidth=0.5)
        axis.set_yscale("log")
        axis.set_title(title, loc="left", fontsize=9)
        axis.set_xlabel("runs, shortest first")
        axis.legend(frameon=False)
    axes[0].set_ylabel("wall time (s)")
    save(figure, path)


def draw(study: Study, limit: float, folder: Path) -> None:
    stopped_early(study, limit, folder / "stopped-early.svg")
    outcomes(study, folder / "outcomes.svg")
    times(study, limit, folder / "times.svg")
