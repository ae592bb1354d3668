#!/usr/bin/python3
"""Writes the report of the study of Ádám 2023, chapter 7, from the results of bench/study/run.py.

    bench/study/report.py                                   # build/study/results.tsv to build/study/report
    bench/study/report.py --results D/results.tsv --notes D/notes.md --out D    # D is docs/study-monitoring: the kept one
    bench/study/report.py --results FILE --no-plots         # other results; without matplotlib

Ends with 1 if an answer was wrong or a run showed a defect. The same results write the same bytes. Plots need Debian's
matplotlib: scripts/install_packages bench.
"""
import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import generate  # noqa: E402
from combinations import COMBINATIONS, CONFIGURATIONS, REFERENCES, TITLES  # noqa: E402
from explanations import gain, loss, not_gained  # noqa: E402
from results import OUTCOMES, Row, Study, read  # noqa: E402
from tasks import ROOT  # noqa: E402

NAMES = [combination.name for combination in COMBINATIONS]
ORIGINS = ("shared", "generated")


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> list[str]:
    head = [str(cell) for cell in head]
    body = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return ["| " + " | ".join(cells) + " |" for cells in [head, ["---"] + ["---:"] * (len(head) - 1), *body]] + [""]


def listing(head: Iterable[object], rows: Iterable[Iterable[object]]) -> list[str]:
    """A table whose cells are words."""
    lines = table(head, rows)
    lines[1] = lines[1].replace("---:", "---")
    return lines


def seconds(rows: Iterable[Row]) -> str:
    return f"{sum(row.wall_s for row in rows):.0f}"


def number(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def group(task: str, origin: str) -> str:
    """The family of a generated task, the collection of a shared one."""
    return task.rsplit("_", 1)[0] if origin == "generated" else task.split("/")[0]


def count(rows: Iterable[Row], *outcomes: str) -> int:
    return sum(row.outcome in outcomes for row in rows)


def introduction(study: Study, limits: list[float]) -> list[str]:
    runs = max((row.run for row in study.all_rows), default=1)
    lines = ["# Monitoring of refinement progress: a study",
             "The experiment of Ádám 2023, chapter 7, with Arges: nine combinations of a CEGAR configuration and a monitor",
             f"(`--monitor`) on {len(study.tasks)} tasks, {len(study.tasks_of('shared'))} shared and "
             f"{len(study.tasks_of('generated'))} generated. A run may take "
             f"{' and '.join(f'{limit:g}' for limit in limits)} s of wall time (the paper: 500 s of CPU time).",
             "This file is written by `bench/study/report.py` from `results.tsv`; `bench/README.md` tells how to repeat it.",
             "", "Outcomes: **True** and **False** are answers (safe, unsafe), **Stuck** is `unknown (no refinement progress)`,",
             "**T/O** a time-out, **OOM** the memory limit, **ERR** anything else. Tables give numbers of tasks.", ""]
    if study.unread:
        lines += [f"Left out, as this version does not read them: {', '.join(f'`{task}`' for task in study.unread)}.", ""]
    if study.incomplete:
        lines += [f"Left out, as runs are missing: {', '.join(f'`{task}`' for task in study.incomplete)}.", ""]
    if runs > 1:
        lines += [f"Everything was run {runs} times. Left out, as outcomes differ: "
                  f"{', '.join(f'`{task}`' for task in study.deviating) or 'none'}.", ""]
    else:
        lines += ["Everything was run once (the paper: twice, and 235 tasks with differing outcomes left out).", ""]
    return lines


def in_short(study: Study) -> list[str]:
    disable, check, mitigate = (study.rows(f"expl-full/{monitor}") for monitor in ("disable", "check", "mitigate"))
    turned = study.pairs("expl-full/check", "expl-full/disable")["Stuck", "T/O"]
    lost = study.lost("expl-full/disable", "expl-full/check")
    lost_lazy = study.lost("expl-lazy/check-arg", "expl-lazy/check")
    gained = study.gained("expl-full/disable", "expl-full/mitigate")
    lost_by_mitigation = study.lost("expl-full/disable", "expl-full/mitigate")
    predicates = count(study.rows("pred-full/check"), "Stuck")
    wrong = study.wrong()
    answers = [row for name in NAMES for row in study.rows(name) if row.is_solved]
    unchecked = sum(not row.checked for row in answers)
    share = 100 * sum(row.wall_s for row in check) / max(sum(row.wall_s for row in disable), 1e-9)
    kind = ", all of them violations" if gained and all(row.outcome == "False" for _, row in gained) else ""
    lines = ["## In short", "In brackets the figures of the paper, on 3843 C programs.", "",
             f"- **Detection, full pruning**: `check` turns {turned} of {number(count(disable, 'T/O'), 'time-out')} into an early "
             f"`unknown` (712 of 2460) and loses {number(len(lost), 'verdict')} (1).",
             f"- **Detection, lazy pruning**: `check` loses {number(len(lost_lazy), 'verdict')} that `check-arg` finds (4).",
             f"- **Mitigation**: `mitigate` solves {len(gained)} more than `disable`{kind} (91), and loses "
             f"{len(lost_by_mitigation)} (1).",
             f"- **Predicates**: `check` stops {number(predicates, 'run')} (9).",
             f"- **Time**, explicit values with full pruning: {seconds(disable)} s with `disable`, {seconds(check)} s with "
             f"`check`, which is {share:.0f} %, and {seconds(mitigate)} s with `mitigate` (332 h, 244 h, 314 h).",
             f"- **Answers**: {len(wrong)} wrong answers or defects in all runs; {len(answers)} answers, {unchecked} of them not "
             "re-checked within the limits."]
    if shared := study.tasks_of("shared"):
        stopped = {name: count(study.rows(name, "shared"), "Stuck") for name in NAMES}
        lines.append(f"- **The {len(shared)} shared tasks alone**: " + (
            "no run is stuck in any combination, so there is nothing that a monitor could change." if not any(stopped.values())
            else "stuck are " + ", ".join(f"{stuck} with `{name}`" for name, stuck in stopped.items() if stuck) + "."))
    return lines + [""]


def design(study: Study) -> list[str]:
    lines = ["## Combinations (Table 7.1)", "All with `--engine cegar --refinement bw-bin-itp`; the rest is the default."]
    lines += listing(["configuration", "options", "monitors"],
                     [[f"`{name}`", f"`{options}`", ", ".join(f"`{c.monitor}`" for c in COMBINATIONS if c.configuration == name)]
                      for name, options in CONFIGURATIONS.items()])
    lines += ["## Tasks",
              "Shared tasks hardly ever get stuck, so there are generated ones as well (`bench/study/generate.py`). Each family "
              "has as many safe tasks as tasks with a violation, from small to large.", ""]
    lines += listing(["family", "what"], [[f"`{name}`", generate.description(name)] for name in generate.FAMILIES
                                          if any(group(task, "generated") == name for task in study.tasks)])
    lines += ["Outcomes by collection and family: answers / stuck / time-outs.", ""]
    shown = ["expl-full/disable", "expl-full/check", "expl-full/mitigate", "expl-lazy/check", "pred-full/check"]
    rows = []
    for origin in ORIGINS:
        for name in dict.fromkeys(group(task, origin) for task in study.tasks_of(origin)):
            members = [[row for row in study.rows(combination, origin) if group(row.task, origin) == name]
                       for combination in shown]
            rows.append([f"`{name}`", len(members[0]), *(f"{count(found, 'True', 'False')} / {count(found, 'Stuck')} / "
                                                        f"{count(found, 'T/O')}" for found in members)])
    return lines + table(["", "tasks", *(f"`{name}`" for name in shown)], rows)


def cross_check(study: Study) -> list[str]:
    """Whether other engines agree with the answers that the generator claims."""
    if not study.references:
        return []
    tasks = {row.task: row.expected for row in study.references}
    agree = Counter(row.task for row in study.references if row.is_solved and not row.is_wrong)
    silent = [task for task in tasks if not agree[task]]
    lines = ["### Are the generated answers right?",
             f"{number(len(tasks), 'task')} were also given to engines that are not part of the study, for at most "
             f"{max(row.timeout_s for row in study.references):g} s: {len(tasks) - len(silent)} answers are confirmed by at "
             f"least one of them, {sum(agree[task] > 1 for task in tasks)} by several, "
             f"{sum(row.is_wrong for row in study.references)} contradicted."]
    if silent:
        lines += [f"Not confirmed: {', '.join(f'`{task}`' for task in silent)}."]
    lines.append("")
    rows = [[f"`{options}`", *(count(found, outcome) for outcome in ("True", "False")), len(found) - count(found, "True", "False"),
             sum(row.is_wrong for row in found)]
            for name, options in REFERENCES.items()
            if (found := [row for row in study.references if row.combination == name])]
    return lines + table(["engine", "True", "False", "no answer", "wrong"], rows)


def overview(study: Study) -> list[str]:
    lines = ["## Outcomes (Table 7.2, all combinations)"]
    columns = ["True", "False", "Stuck", "T/O", "OOM", "ERR"]
    for origin in (None, *ORIGINS):
        rows = []
        for name in NAMES:
            found = study.rows(name, origin)
            rows.append([f"`{name}`", *(count(found, outcome) for outcome in columns), sum(row.is_wrong for row in found),
                         seconds(found), f"{sum(row.cpu_s for row in found):.0f}"])
        if study.rows(NAMES[0], origin):
            lines += [{None: "All tasks", "shared": "Shared tasks", "generated": "Generated tasks"}[origin] + ":", ""]
            lines += table(["combination", *columns, "wrong", "wall s", "CPU s"], rows)
    return lines + ["![Outcomes of each combination](outcomes.svg)", ""]


def pair_table(study: Study, down: str, across: str) -> list[str]:
    pairs = study.pairs(down, across)
    return table([f"`{down}` \\ `{across}`", *OUTCOMES],
                 [[row, *(pairs[row, column] for column in OUTCOMES)] for row in OUTCOMES])


def changes(study: Study, old: str, new: str) -> list[str]:
    """The tasks that one combination solves and another doesn't, with reasons."""
    lines = []
    for word, found, why in (("Gained", study.gained(old, new), gain), ("Lost", study.lost(old, new), loss)):
        lines += [f"{word} by `{new}` against `{old}`: {len(found) or 'none'}.", ""]
        if found:
            lines += listing(["task", "answer", f"`{old}`", f"`{new}`", "why"],
                             [[f"`{a.task}`", a.expected, a.outcome, b.outcome, why(a, b)] for a, b in found])
    return lines


def explicit_values(study: Study) -> list[str]:
    lines = ["## RQ1: explicit values", "### Detection (Table 7.3)", *pair_table(study, "expl-full/check", "expl-full/disable"),
             "The paper: 712 time-outs and 66 errors become Stuck, and one answer.", "",
             *changes(study, "expl-full/disable", "expl-full/check"),
             "### Mitigation (Table 7.4)", *pair_table(study, "expl-full/mitigate", "expl-full/disable"),
             "The paper: 90 time-outs and one error become False, 17 time-outs Stuck, and one answer is lost.", "",
             *changes(study, "expl-full/disable", "expl-full/mitigate")]
    left = study.changed("expl-full/check", "expl-full/mitigate", lambda a, b: a.outcome == "Stuck" and not b.is_solved)
    lines += [f"Stuck with `check` and not solved by `mitigate` either: {len(left) or 'none'}.", ""]
    reasons: dict[str, list[Row]] = {}
    for _, row in left:
        reasons.setdefault(not_gained(row), []).append(row)
    if reasons:
        lines += listing(["why", "number", "tasks (counterexamples gone past)"],
                         [[why, len(rows), ", ".join(f"`{row.task}` ({row.gone_past})" for row in rows)]
                          for why, rows in sorted(reasons.items())])
    return lines + remaining(study) + times(study)


def remaining(study: Study) -> list[str]:
    """Time-outs that are none for want of progress."""
    rows = [row for row in study.rows("expl-full/check") if row.outcome == "T/O"]
    if not rows:
        return []
    return ["### Time-outs that detection leaves", "Each iteration brought something new, or the first ones took all the time.",
            "", *listing(["task", "answer", "iterations", "nodes"],
                         [[f"`{row.task}`", row.expected, row.iterations, row.nodes] for row in rows])]


def times(study: Study) -> list[str]:
    lines = ["### Time (Figure 7.1)"]
    for monitor in ("check", "mitigate"):
        stopped = sorted(row.wall_s for row in study.rows(f"expl-full/{monitor}") if row.outcome == "Stuck")
        if stopped:
            lines.append(f"`{monitor}` stopped {number(len(stopped), 'run')}, half of them within "
                         f"{stopped[len(stopped) // 2]:.2f} s, the last after {stopped[-1]:.2f} s.")
        else:
            lines.append(f"`{monitor}` stopped no run.")
    return lines + ["", "![How early runs are stopped](stopped-early.svg)", "", "All runs, also those with an answer:", "",
                    "![Time of every run, sorted](times.svg)", ""]


def predicates(study: Study) -> list[str]:
    return ["## RQ2: Cartesian predicates (Table 7.5)", *pair_table(study, "pred-full/check", "pred-full/disable"),
            "The paper: 9 Stuck, of which 2 would have been time-outs, 6 errors and one an answer.", "",
            *changes(study, "pred-full/disable", "pred-full/check")]


def tracking_graphs(study: Study) -> list[str]:
    lines = ["## RQ3: tracking graphs and precisions (Table 7.6)"]
    for letter, configuration, paper in (("a", "expl-full", "no answer is lost, 3 Stuck are time-outs with check-arg"),
                                         ("b", "expl-lazy", "4 answers are lost, 6 Stuck are time-outs with check-arg")):
        check, check_arg = f"{configuration}/check", f"{configuration}/check-arg"
        lines += [f"### ({letter}) {TITLES[configuration]}", *pair_table(study, check, check_arg), f"The paper: {paper}.", "",
                  *changes(study, check_arg, check)]
    return lines + ["Against no monitor:", "", *changes(study, "expl-lazy/disable", "expl-lazy/check")]


def validity() -> list[str]:
    return ["## What to keep in mind",
            "- Arges counts a counterexample as known only if it taught nothing after stronger means of refutation were tried "
            "and all of its nodes were computed with the present precision (`src/analysis/monitor/refinement_progress.h`). "
            "The paper keeps every counterexample that was ever refined. So fewer runs count as stuck here.",
            "- With full pruning a run that is stuck stays so: the next iteration would be the same. `disable` makes a time-out "
            "of it whatever the limit is, so the time that `check` saves grows with the limit.",
            "- The generated tasks are small and were made to show where values get stuck; their shares say nothing about how "
            "often that happens elsewhere. The shared tasks are the ones that others wrote.",
            "- C programs, the tasks of the paper, are not read yet.",
            "- Times are of one machine with other work on it; compare ratios.", ""]


def wrong_answers(study: Study) -> list[str]:
    found = study.wrong()
    if not found:
        return []
    return ["## WRONG ANSWERS AND DEFECTS", *listing(["task", "combination", "answer", "outcome", "reason"],
            [[f"`{row.task}`", f"`{row.combination}`", row.expected, row.outcome, row.reason] for row in found])]


def report(study: Study, notes: str = "") -> str:
    limits = sorted({row.timeout_s for row in study.all_rows})
    lines = [*introduction(study, limits), *wrong_answers(study), *in_short(study), *design(study), *cross_check(study),
             *overview(study), *explicit_values(study), *predicates(study), *tracking_graphs(study),
             *(["## Observations", notes.strip(), ""] if notes else []), *validity()]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments_given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "study" / "results.tsv",
                        help="what run.py wrote (default: build/study/results.tsv)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "study" / "report",
                        help="the folder for report.md and its figures (default: build/study/report)")
    parser.add_argument("--notes", type=Path, help="Markdown that is put in as observations, written by hand")
    parser.add_argument("--no-plots", action="store_true", help="write report.md only")
    arguments = parser.parse_args(arguments_given)
    if not arguments.results.exists():
        parser.error(f"there is no {arguments.results}; bench/study/run.py writes it")
    study = Study(read(arguments.results), NAMES)
    if not study.tasks:
        parser.error(f"no task in {arguments.results} has a run of every combination")
    arguments.out.mkdir(parents=True, exist_ok=True)
    notes = arguments.notes.read_text(encoding="utf-8") if arguments.notes else ""
    (arguments.out / "report.md").write_text(report(study, notes), encoding="utf-8")
    if not arguments.no_plots:
        try:
            from plots import draw
        except ImportError:
            parser.error("no matplotlib: scripts/install_packages bench, then /usr/bin/python3; or --no-plots")
        draw(study, max(row.timeout_s for row in study.all_rows), arguments.out)
    print(arguments.out / "report.md")
    wrong = study.wrong()
    if wrong:
        print(f"{len(wrong)} WRONG ANSWERS OR DEFECTS")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
