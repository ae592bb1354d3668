#!/usr/bin/env python3
"""Shows what the scripts of bench/study make of results that are known."""
import contextlib
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUDY = ROOT / "bench" / "study"
sys.path[:0] = [str(STUDY), str(STUDY.parent)]
import generate  # noqa: E402
import report  # noqa: E402
from results import HEADER, Row, Study, outcome_of, read  # noqa: E402

ANSWERS = {"shared/easy.xsts p.prop": "true", "shadow_01.cfa": "false", "order_00.cfa": "true", "detours_01.cfa": "false"}
# What the nine combinations say about each task; the others say what `disable` of their configuration says.
OUTCOMES = {
    ("shared/easy.xsts p.prop", "expl-full/disable"): "True",
    ("shared/easy.xsts p.prop", "expl-lazy/disable"): "True",
    ("shadow_01.cfa", "expl-full/disable"): "T/O",
    ("shadow_01.cfa", "expl-full/check"): "Stuck",
    ("shadow_01.cfa", "expl-full/check-arg"): "Stuck",
    ("shadow_01.cfa", "expl-full/mitigate"): "False",
    ("shadow_01.cfa", "expl-lazy/disable"): "False",
    ("shadow_01.cfa", "expl-lazy/check"): "Stuck",
    ("order_00.cfa", "expl-full/disable"): "T/O",
    ("order_00.cfa", "expl-full/check"): "Stuck",
    ("order_00.cfa", "expl-full/check-arg"): "Stuck",
    ("order_00.cfa", "expl-lazy/disable"): "T/O",
    ("order_00.cfa", "expl-lazy/check"): "Stuck",
    ("order_00.cfa", "expl-lazy/check-arg"): "Stuck",
    ("detours_01.cfa", "expl-full/disable"): "T/O",
    ("detours_01.cfa", "expl-lazy/disable"): "T/O",
}


def rows(changes=(), run=1):
    """The runs of the tasks above, some of them with another outcome."""
    outcomes = {**OUTCOMES, **dict(changes)}
    for task, expected in ANSWERS.items():
        for name in report.NAMES:
            baseline = name.split("/")[0] + "/disable"
            outcome = outcomes.get((task, name)) or outcomes.get((task, baseline)) or expected.capitalize()
            yield Row(task, "shared" if "/" in task else "generated", expected, name, run, outcome,
                      {"T/O": "timeout", "Stuck": "no refinement progress", "ERR": "exit 4"}.get(outcome, ""), True,
                      10.0 if outcome == "T/O" else 0.5, 0.25, 3, 7, 2 if name.endswith("mitigate") else 0, 10.0)


def study(changes=()):
    return Study(rows(changes), report.NAMES)


def line_of(text, start):
    return next((line for line in text.splitlines() if line.startswith(start)), None)


class Results(unittest.TestCase):
    def test_a_line_is_read_as_it_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.tsv"
            path.write_text(HEADER + "".join(row.line() for row in rows()))
            self.assertEqual(read(path), list(rows()))
            path.write_text("task\tverdict\n")
            self.assertRaises(ValueError, read, path)

    def test_outcomes(self):
        self.assertEqual([outcome_of(*given) for given in (
            ("true", ""), ("unknown", "no refinement progress"), ("unknown", "timeout"), ("unknown", "memory"),
            ("unknown", "query limit"), ("exit 4", ""), ("exit 3", ""))],
            ["True", "Stuck", "T/O", "OOM", "ERR", "ERR", "unread"])

    def test_pairs_gains_and_losses(self):
        pairs = study().pairs("expl-full/check", "expl-full/disable")
        self.assertEqual(pairs, {("True", "True"): 1, ("Stuck", "T/O"): 2, ("T/O", "T/O"): 1})
        self.assertEqual([new.task for _, new in study().gained("expl-full/disable", "expl-full/mitigate")], ["shadow_01.cfa"])
        self.assertEqual([new.task for _, new in study().lost("expl-lazy/check-arg", "expl-lazy/check")], ["shadow_01.cfa"])

    def test_tasks_without_a_full_and_steady_set_of_runs_are_left_out(self):
        again = list(rows({("shadow_01.cfa", "pred-full/check"): "T/O"}.items(), run=2))
        unread = list(rows({("order_00.cfa", name): "unread" for name in report.NAMES}.items()))
        found = Study([*unread, *again[:-1]], report.NAMES)
        self.assertEqual((found.unread, found.deviating), (["order_00.cfa"], ["order_00.cfa", "shadow_01.cfa"]))
        found = Study(list(rows())[:-1], report.NAMES)
        self.assertEqual((found.incomplete, len(found.tasks)), (["detours_01.cfa"], 3))


class Report(unittest.TestCase):
    def test_counts_and_tables(self):
        text = report.report(study())
        for line in ("`check` turns 2 of 3 time-outs into an early `unknown`", "loses 0 verdicts (1)",
                     "`check` loses 1 verdict that `check-arg` finds", "`mitigate` solves 1 more than `disable`",
                     "30 s with `disable`", "on 4 tasks, 1 shared and 3 generated", "no run is stuck in any combination", "0 wrong answers or defects"):
            self.assertIn(line, text)
        self.assertIn("| `expl-full/check` | 1 | 0 | 2 | 1 | 0 | 0 | 0 | 12 | 1 |", text)
        table = text[text.index("### Detection (Table 7.3)"):]
        self.assertEqual(line_of(table, "| Stuck |"), "| Stuck | 0 | 0 | 2 | 0 | 0 | 0 |")

    def test_gains_and_losses_have_names_and_reasons(self):
        text = report.report(study())
        self.assertIn("| `shadow_01.cfa` | false | T/O | False | the violation was behind 2 spurious counterexamples", text)
        self.assertIn("| `shadow_01.cfa` | false | False | Stuck | stopped in iteration 3", text)
        self.assertIn("a graph with a counterexample that was gone past is no proof", line_of(text, "| safe"))
        self.assertIn("`order_00.cfa` (2)", line_of(text, "| safe"))

    def test_notes_are_put_in(self):
        self.assertIn("## Observations\nSeen.\n", report.report(study(), "Seen.\n"))
        self.assertNotIn("## Observations", report.report(study()))

    def written(self, given, *options):
        """The exit code and the folder's files for some rows."""
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder) / "results.tsv"
            results.write_text(HEADER + "".join(row.line() for row in given))
            with contextlib.redirect_stdout(io.StringIO()):
                code = report.main(["--results", str(results), "--out", f"{folder}/out", *options])
            return code, {path.name: path.read_bytes() for path in Path(folder, "out").iterdir()}

    def test_a_wrong_answer_or_a_defect_fails(self):
        self.assertEqual(self.written(rows(), "--no-plots")[0], 0)
        for outcome in ("True", "ERR"):
            changes = {("detours_01.cfa", "expl-full/mitigate"): outcome}.items()
            code, files = self.written(rows(changes), "--no-plots")
            self.assertEqual(code, 1)
            self.assertIn(f"| `detours_01.cfa` | `expl-full/mitigate` | false | {outcome} |", files["report.md"].decode())

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plots_are_the_same_each_time(self):
        files = self.written(rows())[1]
        self.assertEqual(sorted(files), ["outcomes.svg", "report.md", "stopped-early.svg", "times.svg"])
        self.assertEqual(files, self.written(rows())[1])


class Generated(unittest.TestCase):
    def test_the_same_tasks_each_time_half_of_them_safe(self):
        tasks = list(generate.tasks(10))
        self.assertEqual(tasks, list(generate.tasks(10)))
        self.assertGreaterEqual(len({task.text for task in tasks}), 100)
        self.assertEqual(len({task.text for task in tasks}), len(tasks))
        self.assertEqual(sum(task.is_safe for task in tasks), len(tasks) // 2)

    def test_random_automata_have_the_answer_that_a_search_finds(self):
        def exact(source, target, guard):
            return generate.RandomStep(source, target, "", lambda u, v: iter([(u, v)] if guard(u, v) else []))
        different, same = exact(0, 1, lambda u, v: u != v), exact(1, -1, lambda u, v: u == v)
        self.assertFalse(generate.is_error_reachable([different, same]))
        self.assertTrue(generate.is_error_reachable([different, exact(1, -1, lambda u, v: u < v)]))


class Runner(unittest.TestCase):
    # Says that every model is safe, after it has noted that it was called.
    FAKE = """\
        #!/bin/sh
        echo "$*" >>"$CALLS"
        echo '{"results": [{"verdict": "true", "reason": null, "certificate": {"checked": true}, "statistics": {}}]}'
        """

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "arges").write_text(textwrap.dedent(self.FAKE))
        (self.folder / "arges").chmod(0o755)

    def run_study(self, *options):
        return subprocess.run(
            [sys.executable, STUDY / "run.py", "--arges", self.folder / "arges", "--shared", self.folder / "none.tsv",
             "--folder", self.folder, "--count", "1", "--only", "counter_", "--timeout", "9", "--jobs", "2", *options],
            capture_output=True, text=True, timeout=60, env={**os.environ, "CALLS": str(self.folder / "calls")})

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def test_an_interrupted_study_goes_on_where_it_stopped(self):
        self.assertEqual(self.run_study().returncode, 0)
        self.assertEqual(len(self.calls()), 12)  # nine combinations and three references
        results = self.folder / "results.tsv"
        whole = [row._replace(wall_s=0, cpu_s=0) for row in read(results)]
        results.write_text(results.read_text()[:-20])
        done = self.run_study()
        self.assertIn("12 runs, 11 of them made before", done.stdout)
        self.assertEqual(len(self.calls()), 13)
        self.assertEqual([row._replace(wall_s=0, cpu_s=0) for row in read(results)], whole)

    def test_the_engine_is_always_named(self):
        self.run_study()
        self.assertTrue(all("--engine " in call for call in self.calls()))

    def test_another_limit_is_refused(self):
        self.run_study()
        done = self.run_study("--timeout", "8")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another --timeout", done.stderr)

    def test_a_wrong_answer_fails(self):
        done = self.run_study("--count", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG", done.stdout)


if __name__ == "__main__":
    unittest.main()
