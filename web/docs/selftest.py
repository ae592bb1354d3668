#!/usr/bin/env python3
"""The builder of the site notices what it should, on small trees of pages: scripts/docs --test runs this."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build  # noqa: E402


def site_of(pages):
    """The site of a tree of files, by their paths; with the order of its pages."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in pages.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        build.ROOT, build.DOCS = root, root / "docs"
        site = build.Site()
        sections = [(name, [page.title for page in pages]) for name, pages in site.sections()]
        site.check_anchors()
        return site, sections


class Links(unittest.TestCase):
    def problems(self, text):
        site, _ = site_of({"docs/README.md": text, "docs/other.md": "# Other\n## A part: `x`, twice\n## A part: `x`, twice\n",
                           "examples/a.c": "int x;\n"})
        return site.problems

    def test_links_that_lead_somewhere_pass(self):
        self.assertEqual(self.problems("# T\n[a](other.md) [b](other.md#a-part-x-twice) [c](other.md#a-part-x-twice-1) "
                                       "[d](../examples/a.c) [e](../examples) [f](#t) [g](https://example.org)\n"), [])

    def test_a_link_to_no_page_is_a_problem(self):
        self.assertEqual(self.problems("# T\n[a](missing.md)\n"), ["docs/README.md:2: a link to what is not there: missing.md"])

    def test_a_link_out_of_the_tree_is_a_problem(self):
        self.assertEqual(len(self.problems("# T\n[a](../../elsewhere.md)\n")), 1)

    def test_a_link_to_no_heading_is_a_problem(self):
        self.assertEqual(self.problems("# T\n[a](other.md#nowhere)\n"), ["docs/README.md:2: docs/other.md has no heading #nowhere"])

    def test_a_missing_image_is_a_problem(self):
        self.assertEqual(len(self.problems("# T\n![a](missing.svg)\n")), 1)


class Pages(unittest.TestCase):
    def test_the_first_page_gives_the_order_and_what_it_leaves_out_comes_last(self):
        _, sections = site_of({"docs/README.md": "# First\n## Start\n| [c](c.md) |\n\n## One\n- [b](b.md)\n## Two\n- [a](sub/a.md)\n",
                               "docs/b.md": "# B\n", "docs/sub/a.md": "# A\n", "docs/c.md": "# C\n"})
        self.assertEqual(sections, [("Start", ["First"]), ("One", ["B"]), ("Two", ["A"]), ("More", ["C"])])

    def test_sections_can_be_searched_with_their_anchors(self):
        site, _ = site_of({"docs/README.md": "# First\nsome *text*\n## Second\n    code\n"})
        data = build.search_data(site.pages.values())
        self.assertIn('"text": "First some text"', data)
        self.assertIn('"url": "index.html#second"', data)

    def test_code_is_escaped_and_commands_stand_out(self):
        self.assertEqual(build.colour("$ a <b>\nout\n", ""), '<span class="prompt">$ </span><b>a &lt;b&gt;</b>\nout\n')

    def test_html_in_a_page_is_a_problem_and_comments_are_left_out(self):
        site, _ = site_of({"docs/README.md": "# T\n<!-- exit: 3 -->\n\n<div>x</div>\n"})
        self.assertEqual(site.problems, ["docs/README.md:4: HTML in Markdown"])
        self.assertNotIn("exit", site.pages[build.DOCS / "README.md"].body)


if __name__ == "__main__":
    unittest.main()
