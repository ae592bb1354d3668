#!/usr/bin/env python3
"""Random incremental edits of the examples: the server never ends, its text is always the client's, and every range it
sends lies in the text."""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from client import Client, Failure, uri_of
from scenario import EXAMPLES

PIECES = ["\n", "\r\n", "\r", " ", "{", "}", "(", ")", "[", "]", "<", ">", "/", "\"", "'", "->", ":=", ":", ";", ".", "..",
          "ä", "€", "😀", "\u2028", "\0", "x", "0", "loc ", "var ", "state ", "on ", "send ", "type ", "<state id=\"", "<!--",
          "/*", "// arges: check ", "object o[", "1 -", "-"]


def edited(client, uri, chance):
    """One edit: something is put in, taken out, moved or doubled."""
    text = client.texts[uri].text
    def place():
        # What is within \r\n, no position can name.
        at = chance.randrange(len(text) + 1)
        return at - 1 if 0 < at < len(text) and text[at - 1:at + 1] == "\r\n" else at
    begin = place()
    end = place() if chance.random() < 0.1 else min(len(text), begin + chance.randrange(12))
    begin, end = min(begin, end), max(begin, end)
    if 0 < end < len(text) and text[end - 1:end + 1] == "\r\n":
        end += 1
    kind = chance.random()
    if kind < 0.5:
        new = "".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 4)))
        end = begin if chance.random() < 0.7 else end
    elif kind < 0.75 and end - begin < 200:
        new = ""
    else:
        other = place()
        new = text[other:other + chance.randrange(40)]
    client.edit(uri, begin, end, new)


def ask(client, uri, chance):
    """Any request about any place."""
    text = client.texts[uri]
    place = {"textDocument": {"uri": uri}, "position": text.position(chance.randrange(len(text.text) + 1))}
    method = chance.choice(["hover", "definition", "references", "documentHighlight", "completion", "documentSymbol",
                            "codeLens", "prepareRename"])
    answer = client.answer(client.ask(f"textDocument/{method}", {**place, "context": {"includeDeclaration": True}}))
    if "error" in answer and (method != "prepareRename" or answer["error"]["code"] != -32803):
        raise Failure(f"{method}: {answer['error']}")
    check_ranges(text, answer.get("result"))


def check_ranges(text, value):
    """Every range is within the text, and begins before it ends."""
    if isinstance(value, list):
        for one in value:
            check_ranges(text, one)
    elif isinstance(value, dict):
        if "start" in value and "end" in value:
            lines = text.starts()
            for position in (value["start"], value["end"]):
                line = position["line"]
                if line >= len(lines):
                    raise Failure(f"there is no line {line}")
                line_text = text.text[lines[line]:text.ends()[line]]
                if position["character"] > len(line_text.encode("utf-16-le")) // 2:
                    raise Failure(f"line {line} has no character {position['character']}")
            if (value["start"]["line"], value["start"]["character"]) > (value["end"]["line"], value["end"]["character"]):
                raise Failure(f"{value} ends before it begins")
        for one in value.values():
            check_ranges(text, one)


def files():
    return sorted(path for ending in ["cfa", "xsts", "sm", "scxml", "gcd"] for path in EXAMPLES.rglob(f"*.{ending}")
                  if path.stat().st_size < 20000)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    parser.add_argument("--edits", type=int, default=1000, help="so many, over all files")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    examples = files()
    per_file = -(-arguments.edits // len(examples))
    client = Client(arguments.arges)
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in examples:
            uri = uri_of(Path(folder) / "ü " / path.name)
            client.open(uri, path.read_text())
            for _ in range(per_file):
                edited(client, uri, chance)
                done += 1
                ask(client, uri, chance)
                text = client.request("arges/text", {"textDocument": {"uri": uri}})["text"]
                if text != client.texts[uri].text:
                    raise Failure(f"{path.name}: the texts differ after {done} edits with seed {arguments.seed}")
            found = client.diagnostics(uri)
            check_ranges(client.texts[uri], found)
            client.seen.clear()
            client.close(uri)
    if client.stop() != 0:
        raise Failure("the server ended badly")
    print(f"{done} edits of {len(examples)} files: every text is the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
