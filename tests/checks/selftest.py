#!/usr/bin/env python3
"""Shows that the layer check fails where it should, and that every script explains itself."""

import importlib.util
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def load(name):
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Layers(unittest.TestCase):
    def violations(self, **files):
        """The violations in a source tree; a_b stands for the file a/b.h."""
        with tempfile.TemporaryDirectory() as folder:
            src = Path(folder)
            for name, text in files.items():
                path = src / (name.replace("_", "/") + ".h")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return [found.removeprefix(folder + "/") for found in load("layers").violations(src)]

    def test_downward_include_passes(self):
        self.assertEqual(self.violations(base_a="", ir_b='#include <vector>\n#include "base/a.h"\n'), [])

    def test_upward_include_fails_with_its_line(self):
        found = self.violations(base_a='\n#include "ir/b.h"\n', ir_b="")
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith('base/a.h:2: base may not include "ir/b.h"'), found)

    def test_unlisted_include_fails(self):
        self.assertEqual(len(self.violations(smt_a="", automata_b='#include "smt/a.h"\n')), 1)

    def test_model_sees_only_the_interfaces_of_the_analysis(self):
        self.assertEqual(self.violations(analysis_system_a="", analysis_trace_b="",
                                         model_c='#include "analysis/system/a.h"\n#include "analysis/trace/b.h"\n'), [])
        self.assertEqual(len(self.violations(analysis_domain_a="", model_c='#include "analysis/domain/a.h"\n')), 1)

    def test_relative_include_fails(self):
        self.assertEqual(len(self.violations(base_a="", base_b='#include "a.h"\n')), 1)
        self.assertEqual(len(self.violations(base_a="", ir_b='#include "ir/../base/a.h"\n')), 1)

    def test_missing_file_and_unknown_layer_fail(self):
        self.assertEqual(len(self.violations(base_b='#include "base/gone.h"\n')), 1)
        self.assertEqual(len(self.violations(util_b="")), 1)


class Scripts(unittest.TestCase):
    SCRIPTS = [path for folder in (HERE, ROOT / "scripts", ROOT / ".ci") for path in sorted(folder.iterdir())
               if path.is_file() and os.access(path, os.X_OK)]

    def run_script(self, script, argument):
        return subprocess.run([script, argument], cwd=HERE, capture_output=True, text=True, timeout=20,
                              stdin=subprocess.DEVNULL)

    def test_help_is_answered(self):
        for script in self.SCRIPTS:
            with self.subTest(script=script.name):
                result = self.run_script(script, "--help")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertTrue(result.stdout.strip())

    def test_unknown_arguments_are_refused(self):
        for script in self.SCRIPTS:
            with self.subTest(script=script.name):
                result = self.run_script(script, "--no-such-argument")
                self.assertEqual(result.returncode, 2)
                self.assertIn("--no-such-argument", result.stderr)

    def test_there_are_scripts(self):
        self.assertGreater(len(self.SCRIPTS), 5)


if __name__ == "__main__":
    unittest.main()
