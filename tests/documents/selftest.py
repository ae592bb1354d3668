#!/usr/bin/env python3
"""What finds and compares the blocks of the pages notices what it should: on small pages with known mistakes."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from blocks import blocks, commands, marks_above  # noqa: E402
from run import Page, matches, shows  # noqa: E402


class Blocks(unittest.TestCase):
    def test_fenced_and_indented_blocks_are_found(self):
        found = blocks("text\n\n    indented\n\n    still\n\n```c\nint x;\n```\n- item\n\n    of the item\n")
        self.assertEqual([b.lines for b in found], [["indented", "", "still"], ["int x;"]])

    def test_sessions_have_commands_with_their_output(self):
        found = commands(blocks("    $ one \\\n        more\n    out\n    $ two\n")[0])
        self.assertEqual([(c.text, c.output) for c in found], [("one \\\n    more", ["out"]), ("two", None)])

    def test_commands_without_a_sign_have_no_output(self):
        self.assertEqual([c.text for c in commands(blocks("    arges a\n    ./arges b\n")[0])], ["arges a", "./arges b"])
        with self.assertRaises(ValueError):
            commands(blocks("    arges a\n    output\n")[0])

    def test_marks_are_read_and_misspelt_ones_refused(self):
        block = blocks("<!-- not run (b): reason -->\n<!-- exit: 20 -->\n    $ a\n    $ b\n")[0]
        self.assertEqual([c.reason for c in commands(block)], ["", "reason"])
        self.assertEqual(block.marks["exit"], ("", "20"))
        with self.assertRaises(ValueError):
            marks_above(["<!-- exits: 20 -->", "    x"], 1)


class Comparison(unittest.TestCase):
    def test_dots_stand_for_lines_and_for_text(self):
        self.assertTrue(matches(["a", "…", "z"], ["a", "b", "c", "z"]))
        self.assertTrue(matches(["took … s"], ["took 12 s"]))
        self.assertFalse(matches(["a", "z"], ["a", "b", "z"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertTrue(shows(["b", "…", "d"], ["a", "b", "c", "d", "e"]))
        self.assertFalse(shows(["b", "d"], ["a", "b", "c", "d"]))


class Running(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as place:
            path = Path(folder) / "page.md"
            path.write_text(text)
            return list(Page(path, "/bin/echo", Path(place)).problems())

    def test_right_pages_pass(self):
        self.assertEqual(self.problems("    $ arges hello\n    hello\n"), [])
        self.assertEqual(self.problems("<!-- exit: 3 -->\n    $ exit 3\n"), [])
        self.assertEqual(self.problems("<!-- write: a -->\n```text\nhi\n```\n\n    $ cat a\n    hi\n"), [])
        self.assertEqual(self.problems("<!-- not run: no -->\n    $ exit 3\n"), [])

    def test_wrong_pages_fail(self):
        self.assertEqual(len(self.problems("    $ arges hello\n    goodbye\n")), 1)
        self.assertEqual(len(self.problems("    $ exit 3\n")), 1)
        self.assertEqual(len(self.problems("<!-- exit: 3 -->\n    $ exit 0\n")), 1)
        self.assertEqual(len(self.problems("<!-- file: LICENSE -->\n```text\nnot in it\n```\n")), 1)
        self.assertEqual(len(self.problems("<!-- output: arges a -->\n    b\n")), 1)


if __name__ == "__main__":
    unittest.main()
