#!/usr/bin/env python3
"""Makes the site of the documentation, build/site, from the Markdown in docs/; scripts/docs calls it.

docs/README.md is the first page and says in which order the others come: its headings are the sections, its links the pages.
What docs has and it does not name comes last, under "More". What pages link to outside of docs becomes a page too: Markdown as it
is, other texts as their source. A link to a page, a heading or a file that is not there is an error.
"""
import argparse
import html
import json
import os
import re
import shutil
import sys
from pathlib import Path
from string import Template

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter

SITE = Path(__file__).resolve().parent
ROOT = SITE.parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(SITE))
sys.path.insert(0, str(ROOT / "tests" / "documents"))
from blocks import COMMAND, blocks  # noqa: E402
from lexers import ENDINGS, lexer_for  # noqa: E402

FORMATTER = HtmlFormatter(nowrap=True)
LUNR = [Path("/usr/share/javascript/lunr/lunr.min.js")]
COPIED = {".svg", ".png", ".tsv", ".html"}
LARGEST_SOURCE = 300_000


def slug(text, used):
    """The anchor of a heading, as GitHub makes them, so that links work there too."""
    result = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    number = used.get(result, 0)
    used[result] = number + 1
    return f"{result}-{number}" if number else result


def colour(code, language):
    if not language and any(line.startswith("$ ") for line in code.splitlines()):
        language = "console"
    elif not language and COMMAND.match(code):
        language = "sh"
    return highlight(code, lexer_for(language), FORMATTER)


def plain(token):
    """The text of an inline token, without its marks."""
    return "".join(child.content if child.type in ("text", "code_inline") else " " if child.type == "softbreak" else ""
                   for child in token.children)


class Page:
    """A page of the site: where it comes from, where it goes, and what it looks like."""

    def __init__(self, source):
        self.source = source
        inside = source.is_relative_to(DOCS)
        relative = source.relative_to(DOCS) if inside else Path("files") / source.relative_to(ROOT)
        if source.suffix != ".md":
            relative = relative.with_name(relative.name + ".html")
        elif inside and relative == Path("README.md"):
            relative = Path("index.html")
        else:
            relative = relative.with_suffix(".html")
        self.url = str(relative)
        self.title = source.name
        self.body = ""
        self.headings = []  # (level, text, anchor)
        self.sections = []  # (heading, anchor, text)
        self.links = []  # what it refers to: (line, file, anchor)

    @property
    def root(self):
        return "../" * self.url.count("/")


class Site:
    """All pages, made one after the other as links lead to them."""

    def __init__(self):
        self.pages = {}
        self.files = set()
        self.problems = []
        self.markdown = MarkdownIt("commonmark", {"html": True, "highlight": None}).enable(["table", "strikethrough"])

    def page(self, source):
        if source not in self.pages:
            self.pages[source] = Page(source)
            if source.is_dir():
                self.render_folder(self.pages[source])
            elif source.suffix == ".md":
                self.render(self.pages[source])
            else:
                self.render_source(self.pages[source])
        return self.pages[source]

    def problem(self, page, line, text):
        self.problems.append(f"{page.source.relative_to(ROOT)}:{line}: {text}")

    def render_source(self, page):
        code = highlight(page.source.read_text(), lexer_for(ENDINGS.get(page.source.suffix, "")), FORMATTER)
        page.title = str(page.source.relative_to(ROOT))
        page.body = f"<h1>{html.escape(page.title)}</h1>\n<pre><code>{code}</code></pre>\n"

    def render_folder(self, page):
        """A folder without a page of its own: what is in it."""
        page.title = f"{page.source.relative_to(ROOT)}/"
        items = []
        for file in sorted(page.source.iterdir()):
            name = html.escape(file.name)
            items.append(f'<li><a href="{self.address(page, str(file), 0)}">{name}</a></li>')
        page.body = f"<h1>{html.escape(page.title)}</h1>\n<ul>\n" + "\n".join(items) + "\n</ul>\n"

    def render(self, page):
        text = page.source.read_text()
        tokens = self.markdown.parse(text)
        self.compare_blocks(page, text, tokens)
        used = {}
        section = ["", "", []]
        for number, token in enumerate(tokens):
            line = token.map[0] + 1 if token.map else 0
            if token.type == "heading_open":
                heading = plain(tokens[number + 1])
                anchor = slug(heading, used)
                token.attrSet("id", anchor)
                page.headings.append((int(token.tag[1]), heading, anchor))
                self.end_section(page, section)
                section = [heading, anchor, []]
            elif token.type == "inline":
                self.resolve_links(page, token, line)
                section[2].append(plain(token))
            elif token.type in ("fence", "code_block"):
                section[2].append(token.content)
            elif token.type == "html_block" and not token.content.startswith("<!--"):
                self.problem(page, line, "HTML in Markdown")
        self.end_section(page, section)
        page.title = page.headings[0][1] if page.headings else page.source.stem
        page.body = self.html(tokens)

    @staticmethod
    def end_section(page, section):
        if section[0] or section[2]:
            page.sections.append((section[0], section[1], " ".join(section[2])))

    def compare_blocks(self, page, text, tokens):
        """The tests find blocks of code without this library: they must find all."""
        theirs = [token.content.rstrip("\n") for token in tokens if token.type in ("fence", "code_block")]
        ours = [block.text.rstrip("\n") for block in blocks(text)]
        for code in theirs:
            if code.strip() and code not in ours:
                self.problem(page, 1, f"the tests do not see this block of code:\n{code}")

    def html(self, tokens):
        rendered = []
        for number, token in enumerate(tokens):
            if token.type in ("fence", "code_block"):
                rendered.append(f"<pre><code>{colour(token.content, token.info.split(' ')[0])}</code></pre>\n")
            elif token.type == "html_block":
                continue
            elif token.type == "table_open":
                rendered.append('<div class="wide"><table>\n')
            elif token.type == "table_close":
                rendered.append("</table></div>\n")
            elif token.type == "heading_close":
                anchor = tokens[number - 2].attrGet("id")
                name = html.escape(plain(tokens[number - 1]))
                rendered.append(f'<a class="anchor" href="#{anchor}" aria-label="Link to: {name}">#</a></{token.tag}>\n')
            else:
                rendered.append(self.markdown.renderer.render([token], self.markdown.options, {}))
        return "".join(rendered)

    def resolve_links(self, page, inline, line):
        for child in inline.children:
            name = {"link_open": "href", "image": "src"}.get(child.type)
            if name:
                child.attrSet(name, self.address(page, child.attrGet(name), line))

    def address(self, page, target, line):
        """What a link becomes; its page is made."""
        if re.match(r"[a-z]+:", target):
            return target
        path, _, anchor = target.partition("#")
        file = Path(os.path.normpath(page.source.parent / path)) if path else page.source
        if (file / "README.md").is_file():
            file = file / "README.md"
        if not file.exists() or not file.is_relative_to(ROOT):
            self.problem(page, line, f"a link to what is not there: {target}")
            return target
        page.links.append((line, file, anchor))
        if file.suffix in COPIED or not file.is_dir() and file.stat().st_size > LARGEST_SOURCE:
            self.files.add(file)
            relative = file.relative_to(DOCS) if file.is_relative_to(DOCS) else Path("files") / file.relative_to(ROOT)
            return page.root + str(relative)
        return page.root + self.page(file).url + (f"#{anchor}" if anchor else "")

    def check_anchors(self):
        for page in list(self.pages.values()):
            for line, file, anchor in page.links:
                if anchor and file in self.pages and anchor not in [h[2] for h in self.pages[file].headings]:
                    self.problem(page, line, f"{file.relative_to(ROOT)} has no heading #{anchor}")

    def sections(self):
        """[(heading, [page])] as docs/README.md has them, and what it leaves out."""
        first = self.page(DOCS / "README.md")
        result = [("Start", [first])]
        named = {first.source}
        heading = None
        for token in self.markdown.parse(first.source.read_text()):
            if token.type == "inline" and token.level == 1 and heading == "":
                heading = token.content
                if heading != "Start":
                    result.append((heading, []))
            if token.type == "heading_open" and token.tag == "h2":
                heading = ""
            for child in token.children or []:
                if child.type == "link_open" and child.attrGet("href").split("#")[0].endswith(".md") and token.level > 1:
                    file = Path(os.path.normpath(DOCS / child.attrGet("href").split("#")[0]))
                    if file.is_file() and file not in named:
                        named.add(file)
                        result[-1][1].append(self.page(file))
        rest = [self.page(path) for path in sorted(DOCS.rglob("*.md")) if path not in named]
        return result + ([("More", rest)] if rest else [])


def navigation(sections, current):
    result = []
    for heading, pages in sections:
        items = []
        for page in pages:
            here = ' aria-current="page"' if page is current else ""
            items.append(f'<li><a href="{current.root}{page.url}"{here}>{html.escape(page.title)}</a></li>')
        result.append(f"<h2>{html.escape(heading)}</h2>\n<ul>\n" + "\n".join(items) + "\n</ul>")
    return "\n".join(result)


def contents(page):
    items = [(text, anchor) for level, text, anchor in page.headings if level == 2]
    if len(items) < 2:
        return ""
    links = "\n".join(f'<li><a href="#{anchor}">{html.escape(text)}</a></li>' for text, anchor in items)
    return f"<p>On this page</p>\n<ul>\n{links}\n</ul>"


def neighbours(order, page):
    if page not in order:
        return ""
    at = order.index(page)
    result = ""
    for other, text, relation in ((at - 1, "← {}", "prev"), (at + 1, "{} →", "next")):
        if 0 <= other < len(order):
            title = html.escape(order[other].title)
            result += f'<a rel="{relation}" href="{page.root}{order[other].url}">{text.format(title)}</a>'
        else:
            result += "<span></span>"
    return result


def search_data(pages):
    """What the search looks through, as a script, since a page from a file may not read other files."""
    entries = []
    for page in pages:
        if page.source.suffix != ".md":
            continue
        for heading, anchor, text in page.sections:
            entries.append({"page": page.title, "heading": heading, "text": " ".join(text.split()),
                            "url": page.url + (f"#{anchor}" if anchor else "")})
    return "window.argesSearch = " + json.dumps(entries, ensure_ascii=False, indent=0).replace("</", "<\\/") + ";\n"


def code_colours():
    """Rules for code in the light and in the dark; of styles with enough contrast."""
    rules = []
    for style, scope in (("default", ":root"), ("github-dark", ':root[data-theme="dark"]')):
        for rule in HtmlFormatter(style=style).get_style_defs(f"{scope} pre").splitlines():
            if not re.search(r"linenos|pre \{|\.hll|pre  ?\{", rule):
                rules.append(re.sub(r"background-color: #\w+;?", "", rule))
    # Contrast with our grounds of at least 4.5 : 1, which those styles miss in places.
    rules.append(":root pre :is(.gp, .o, .w, .go) { color: var(--quiet) }")
    rules.append(":root pre .gp { user-select: none }")
    rules.append(":root pre .go { color: var(--ink) }")
    return "\n".join(rules) + "\n"


def write(site, sections, folder):
    template = Template((SITE / "page.html").read_text())
    order = [page for _, pages in sections for page in pages]
    for page in site.pages.values():
        target = folder / page.url
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(template.substitute(
            title=html.escape(page.title), root=page.root, content=page.body, contents=contents(page),
            navigation=navigation(sections, page), neighbours=neighbours(order, page)))
    for file in site.files:
        relative = file.relative_to(DOCS) if file.is_relative_to(DOCS) else Path("files") / file.relative_to(ROOT)
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / relative)
    own = folder / "_site"
    own.mkdir()
    for name in ("style.css", "site.js", "theme.js"):
        shutil.copyfile(SITE / name, own / name)
    shutil.copyfile(next(path for path in LUNR if path.is_file()), own / "lunr.min.js")
    (own / "code.css").write_text(code_colours())
    (own / "search-data.js").write_text(search_data(site.pages.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the folder to make")
    arguments = parser.parse_args()
    site = Site()
    sections = site.sections()
    site.check_anchors()
    if site.problems:
        print("\n".join(site.problems), file=sys.stderr)
        return 1
    if arguments.out.exists():
        shutil.rmtree(arguments.out)
    write(site, sections, arguments.out)
    print(f"{len(site.pages)} pages: {arguments.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
