#!/usr/bin/env python3
"""Shows that run.py passes what it should and that every kind of directive can fail."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parent / "run.py"

# Plays arges: 'say A B' prints lines, 'err A' to stderr, 'exit N', 'die', 'sleep N', 'touch F', 'exists F', 'copy'.
FAKE_ARGES = f"""#!{sys.executable}
import os, sys, time
command, *words = sys.argv[1:]
if command == "say": print(*words, sep="\\n")
if command == "err": print(*words, sep="\\n", file=sys.stderr)
if command == "exit": sys.exit(int(words[0]))
if command == "die": os.abort()
if command == "sleep": time.sleep(float(words[0]))
if command == "touch": open(words[0], "w").close()
if command == "copy": print(sys.stdin.read(), end="")
if command == "exists": sys.exit(0 if os.path.exists(words[0]) else 10)
"""


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.arges = self.folder / "arges"
        self.arges.write_text(FAKE_ARGES)
        self.arges.chmod(0o755)

    def run_text(self, *lines, name="a.cfa"):
        path = self.folder / name
        path.write_text("\n".join(lines) + "\n")
        result = subprocess.run([sys.executable, RUN, "--arges", self.arges, path], capture_output=True, text=True)
        self.assertEqual(result.stderr, "", "run.py itself should not print errors")
        return result

    def passes(self, *lines, **options):
        result = self.run_text(*lines, **options)
        self.assertEqual(result.returncode, 0, result.stdout)

    def fails(self, message, *lines, **options):
        result = self.run_text(*lines, **options)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn(message, result.stdout)

    def test_expect(self):
        self.passes("// COMMAND: say one two", "// EXPECT: one", "main process p {", "  // EXPECT: tw")
        self.fails("EXPECT: three", "// COMMAND: say one two", "// EXPECT: three")

    def test_expect_is_ordered(self):
        self.passes("// COMMAND: say 'one two' one", "// EXPECT: two", "// EXPECT: one")
        self.fails("EXPECT: one", "// COMMAND: say one two", "// EXPECT: two", "// EXPECT: one")
        self.fails("EXPECT: one", "// COMMAND: say one", "// EXPECT: one", "// EXPECT: one")

    def test_expect_stays_in_one_line(self):
        self.fails("EXPECT: onetwo", "// COMMAND: say one two", "// EXPECT: onetwo")

    def test_expect_is_no_regex(self):
        self.passes("// COMMAND: say 'a.c [x]'", "// EXPECT: a.c [x]")
        self.fails("EXPECT: a.c", "// COMMAND: say abc", "// EXPECT: a.c")

    def test_expect_re(self):
        self.passes("// COMMAND: say 'took 12 s'", "// EXPECT-RE: ^took [0-9]+ s$")
        self.fails("EXPECT-RE: ^12", "// COMMAND: say 'took 12 s'", "// EXPECT-RE: ^12")
        self.fails("EXPECT-RE: ^b", "// COMMAND: say 'a b'", "// EXPECT: a ", "// EXPECT-RE: ^b")
        self.fails("bad regular expression", "// COMMAND: say a", "// EXPECT-RE: (")
        self.fails("cannot fail", "// COMMAND: say a", "// EXPECT-RE: x*")

    def test_expect_err(self):
        self.passes("// COMMAND: err one two", "// EXPECT-ERR: one", "// EXPECT-ERR: two")
        self.fails("EXPECT-ERR: one", "// COMMAND: say one", "// EXPECT-ERR: one")
        self.fails("EXPECT: one", "// COMMAND: err one", "// EXPECT: one")
        self.fails("EXPECT-ERR: one", "// COMMAND: err one two", "// EXPECT-ERR: two", "// EXPECT-ERR: one")

    def test_stdin(self):
        self.passes("// COMMAND: copy", "// STDIN: one", "// STDIN: %%", "// EXPECT-RE: ^one$", "// EXPECT-RE: ^%%$")
        self.fails("EXPECT: one", "// COMMAND: copy", "// EXPECT: one")
        self.fails("has no expectation", "// COMMAND: copy", "// STDIN: one")

    def test_forbid(self):
        self.passes("// COMMAND: say one", "// FORBID: two")
        self.fails("FORBID: two", "// COMMAND: say one two three", "// EXPECT: one", "// FORBID: two")
        self.passes("// COMMAND: err one", "// FORBID-ERR: two")
        self.fails("FORBID-ERR: two", "// COMMAND: err one two", "// FORBID-ERR: two")
        self.passes("// COMMAND: say one", "// FORBID-ERR: one")

    def test_exit(self):
        self.passes("// COMMAND: exit 10", "// EXIT: 10")
        self.fails("exit code 10, expected exit code 0", "// COMMAND: exit 10", "// EXIT: 0")
        self.fails("exit code 10, expected exit code 0", "// COMMAND: exit 10", "// FORBID: x")
        self.fails("exit code 0, expected exit code 10", "// COMMAND: exit 0", "// EXIT: 10")
        self.fails("a second EXIT", "// COMMAND: exit 0", "// EXIT: 10", "// EXIT: 0")
        self.fails("should be a number", "// COMMAND: exit 0", "// EXIT: ten")

    def test_crash(self):
        self.fails("signal SIGABRT", "// COMMAND: die", "// EXIT: 0")

    def test_each_command_has_its_own_expectations(self):
        self.passes("// COMMAND: say one", "// EXPECT: one", "// COMMAND: exit 10", "// EXIT: 10")
        self.fails("EXPECT: two", "// COMMAND: say one", "// EXPECT: two", "// COMMAND: say two", "// EXPECT: two")
        self.fails("EXPECT: one", "// COMMAND: say one", "// EXPECT: one", "// COMMAND: say two", "// EXPECT: one")

    def test_report_shows_command_and_output(self):
        result = self.run_text("// COMMAND: say 'some output'", "// EXPECT: other")
        self.assertIn("arges say 'some output'", result.stdout)
        self.assertIn("--- stdout\nsome output\n", result.stdout)

    def test_substitution(self):
        self.passes("// COMMAND: say %s %d %%s", f"// EXPECT: {self.folder}/a.cfa", f"// EXPECT-RE: ^{self.folder}$",
                    "// EXPECT: %%s")
        self.passes("// COMMAND: say %s", "// EXPECT-RE: ^%s$")
        self.fails("EXPECT: %s", "// COMMAND: say %d", "// EXPECT: %s")

    def test_temporary_folder_is_fresh_and_shared_by_the_commands(self):
        lines = ["// COMMAND: exists %t/f", "// EXIT: 10", "// COMMAND: touch %t/f", "// EXIT: 0",
                 "// COMMAND: exists %t/f", "// EXIT: 0"]
        self.passes(*lines)
        self.passes(*lines)

    def test_timeout(self):
        # Ten seconds of LEVEL 0 would make this test slow, so the factor is replaced.
        hasty = RUN.read_text().replace("STOP_FACTOR = 10", "STOP_FACTOR = 0.2")
        script = self.folder / "hasty.py"
        script.write_text(hasty)
        path = self.folder / "a.cfa"
        path.write_text("// COMMAND: sleep 60\n// EXIT: 0\n")
        result = subprocess.run([sys.executable, script, "--arges", self.arges, path], capture_output=True, text=True,
                                timeout=30)
        self.assertEqual(result.returncode, 1)
        self.assertIn("stopped after", result.stdout)

    def test_level(self):
        self.passes("// LEVEL: 3", "// COMMAND: say one", "// EXPECT: one")
        self.fails("LEVEL: should be", "// LEVEL: 4", "// COMMAND: say one", "// EXPECT: one")

    def test_requires(self):
        command = ["// COMMAND: say one", "// EXPECT: two"]
        for absent in ("no-such-program", "./no/such/path"):
            result = self.run_text(f"// REQUIRES: {absent}", *command)
            self.assertEqual(result.returncode, 77)
            self.assertIn(f"needs {absent}", result.stdout)
        self.fails("EXPECT: two", "// REQUIRES: sh", "// REQUIRES: ./a.cfa", *command)

    def test_tests_that_cannot_fail(self):
        self.fails("no COMMAND", "main process p {}")
        self.fails("no COMMAND", "")
        self.fails("has no expectation", "// COMMAND: say one")
        self.fails("has no expectation", "// COMMAND: say one", "// COMMAND: say two", "// EXPECT: two")
        self.fails("needs a value", "// COMMAND: say one", "// EXPECT:")
        self.fails("unknown directive", "// COMMAND: say one", "// EXPECT: one", "// EXPCT: two")
        self.fails("after a COMMAND", "// EXPECT: one", "// COMMAND: say one", "// EXPECT: one")

    def test_plain_files(self):
        self.passes("# What this shows.", "", "# COMMAND: say one", "# EXPECT: one", name="a.test")
        self.fails("EXPECT: two", "# COMMAND: say one", "# EXPECT: two", name="a.test")
        self.fails("should begin with '#'", "# COMMAND: say one", "# EXPECT: one", "EXPECT: two", name="a.test")

    def test_bytes_that_are_no_text(self):
        path = self.folder / "b.cfa"
        path.write_bytes(b"\xff\x00\n// COMMAND: say one\n// EXPECT: one\n")
        self.assertEqual(subprocess.run([sys.executable, RUN, "--arges", self.arges, path]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
