#!/usr/bin/env python3
"""A session with the language server: texts of every format broken and mended, and what can be asked about names."""

import sys
import time

import scenario
from client import Client, uri_of
from scenario import EXAMPLES, equal, true


def messages(diagnostics):
    return [one["message"] for one in diagnostics]


def nothing(diagnostics):
    return not diagnostics


def something(diagnostics):
    return bool(diagnostics)


def open_example(client, name, folder):
    """An example under a path with what URIs must escape; the file is not there, only the text."""
    path = folder / "ä b%" / name
    uri = uri_of(path)
    client.open(uri, (EXAMPLES / name).read_text())
    return uri


def test_every_format_is_broken_and_mended(arges, folder):
    client = Client(arges)
    for name, right, wrong, message, place in [
            ("parity.cfa", "var sum : int", "var sum : itn", "itn", "itn"),
            ("turnstile.xsts", "state := Unlocked;", "stat := Unlocked;", "stat", "stat"),
            ("machines/bank.sm", "check assertions", "check asertions", "asertions", "asertions"),
            ("door.scxml", 'event="shut" target="closed"', 'event="shut" target="clsed"', "clsed", "clsed"),
            ("crossing.gcd", "from Stopped to Going", "from Stoped to Going", "Stoped", "Stoped")]:
        uri = open_example(client, name, folder)
        client.diagnostics(uri, nothing)
        client.replace(uri, right, wrong)
        found = client.diagnostics(uri, something)
        equal(found[0]["severity"], 1, name)
        equal(found[0]["source"], "arges", name)
        true(message in found[0]["message"], f"{name}: {found}")
        equal(client.texts[uri].at(found[0]["range"]), place, name)
        client.replace(uri, wrong, right)
        client.diagnostics(uri, nothing)
    equal(client.stop(), 0)


def test_all_errors_of_a_text_are_told(arges, folder):
    client = Client(arges)
    uri = uri_of(folder / "many.cfa")
    client.open(uri, "main process p {\n  var x : int\n  init loc A\n  A -> B { x := y }\n  A -> A { x := true }\n}\n")
    found = client.diagnostics(uri, something)
    equal(sorted(client.texts[uri].at(one["range"]) for one in found), ["B", "true", "y"], messages(found))
    client.stop()


def test_hints_are_related_places_and_fixes(arges, folder):
    text = "main process p { var count : int init loc A A -> A { coumt := 1 } }"
    client = Client(arges)
    uri = uri_of(folder / "hint.cfa")
    client.open(uri, text)
    found = client.diagnostics(uri, something)
    related = found[0]["relatedInformation"]
    equal(related[0]["message"], "hint: did you mean 'count'?")
    equal(related[0]["location"]["uri"], uri)
    fixes = client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "range": found[0]["range"], "context": {"diagnostics": found}})
    equal(len(fixes), 1)
    edit = fixes[0]["edit"]["changes"][uri][0]
    equal((edit["range"], edit["newText"]), (found[0]["range"], "count"))
    client.stop()
    # A client that knows nothing but texts.
    client = Client(arges, capabilities={})
    client.open(uri, text)
    found = client.diagnostics(uri, something)
    true("relatedInformation" not in found[0], found)
    true(found[0]["message"].endswith("hint: did you mean 'count'?"), found)
    client.stop()


def test_positions_are_utf16_and_lines_end_in_three_ways(arges, folder):
    client = Client(arges)
    equal(client.initialized["capabilities"]["positionEncoding"], "utf-16")
    uri = uri_of(folder / "wide.cfa")
    client.open(uri, "// ä€😀\r\nmain process p {\r\n  var x : int /* 😀😀 */ init loc A\r\n  A -> A { /* € */ x := 1 }\r\n}\r\n")
    client.diagnostics(uri, nothing)
    client.replace(uri, "/* 😀😀 */ init loc A", "/* 😀ü€😀 */ init\rloc A /* 😀 */ error loc É")
    client.replace(uri, " É", " E /* 💥 */")
    client.replace(uri, "x := 1", "x := z")
    found = client.diagnostics(uri, something)
    equal([client.texts[uri].at(one["range"]) for one in found], ["z"], messages(found))
    client.replace(uri, ":= z", ":= x")
    client.diagnostics(uri, nothing)
    equal(client.definition(uri, ":= x", 0, 3), ("var x : int /* 😀ü€😀 */ init", "x"))
    equal(client.request("arges/text", {"textDocument": {"uri": uri}})["text"], client.texts[uri].text)
    client.stop()


def test_bytes_are_counted_if_the_client_wants_that(arges, folder):
    client = Client(arges, capabilities={"general": {"positionEncodings": ["utf-8", "utf-16"]}})
    equal(client.initialized["capabilities"]["positionEncoding"], "utf-8")
    uri = uri_of(folder / "bytes.cfa")
    client.open(uri, "/* ä😀 */ main process p { init loc A A -> B { } }")
    found = client.diagnostics(uri, something)
    equal(found[0]["range"]["start"]["character"], len("/* ä😀 */ main process p { init loc A A -> ".encode()))
    client.stop()


def test_names_are_found(arges, folder):
    client = Client(arges)
    uri = open_example(client, "turnstile.xsts", folder)
    equal(client.definition(uri, "coins > 2"), ("var coins : integer = 0", "coins"))
    equal(client.definition(uri, "Jammed; }"), ("type State : { Locked, Unlocked, Jammed }", "Jammed"))
    equal(client.definition(uri, ": State =", 0, 2), ("type State : { Locked, Unlocked, Jammed }", "State"))
    equal(client.definition(uri, "trans"), ("trans {", "trans"))
    equal(client.definition(uri, "choice"), None)
    hover = client.request("textDocument/hover", client.at(uri, "coins > 2"))
    true("var coins : integer = 0" in hover["contents"]["value"], hover)

    uri = open_example(client, "machines/alternating-bit.sm", folder)
    equal(client.definition(uri, "Waiting { send data"), ("state Waiting {", "Waiting"))
    equal(client.definition(uri, "data(next"),
          ("signal data(int number, bool bit), packet(int number, bool bit);", "data"))
    equal(client.definition(uri, "channel;", 1), ("Channel channel;", "channel"))
    equal(client.definition(uri, "link; }"), ("object link : Channel { sender = sender; receiver = receiver; }", "link"))
    equal(client.definition(uri, "Sender { channel = link"), ("class Sender {", "Sender"))
    equal(client.definition(uri, "0..LAST", 0, 3), ("const int LAST = 3;", "LAST"))
    hover = client.request("textDocument/hover", client.at(uri, "next == LAST"))
    true("int next in 0..LAST" in hover["contents"]["value"], hover)

    uri = open_example(client, "door.scxml", folder)
    equal(client.definition(uri, 'target="last"', 0, 8), ('<history id="last" type="deep">', "last"))
    equal(client.definition(uri, 'initial="working"', 0, 9), ('<parallel id="working">', "working"))
    equal(client.definition(uri, "inside &lt; 5"), ('<data id="inside" expr="0" a:range="0..5"/>', "inside"))
    equal(client.definition(uri, 'event="leave"', 0, 7)[1], "leave")

    uri = open_example(client, "ring_buffer.cfa", folder)
    outline = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    equal(len(outline), 1)
    true({"name", "range", "selectionRange", "kind", "children"} <= set(outline[0]), outline)
    true(any(child["detail"].startswith("error loc") for child in outline[0]["children"]), outline)
    client.stop()


def test_references_highlights_and_renaming(arges, folder):
    client = Client(arges)
    uri = open_example(client, "turnstile.xsts", folder)
    client.diagnostics(uri, nothing)
    place = client.at(uri, "coins > 2")
    text = client.texts[uri]
    uses = text.text.count("coins") - 2  # of them in the comment
    found = client.request("textDocument/references", {**place, "context": {"includeDeclaration": True}})
    true(all(text.at(one["range"]) == "coins" for one in found), found)
    fewer = client.request("textDocument/references", {**place, "context": {"includeDeclaration": False}})
    equal(len(found) - len(fewer), 1)
    equal(len(client.request("textDocument/documentHighlight", place)), len(found))
    equal(len(found), uses, "uses")

    equal(text.at(client.request("textDocument/prepareRename", place)["range"]), "coins")
    edits = client.request("textDocument/rename", {**place, "newName": "paid"})["changes"][uri]
    equal(len(edits), len(found))
    for name in ["coin", "two words", "trans", "Locked", "temp1"]:
        equal(client.error("textDocument/rename", {**place, "newName": name})["code"], -32803, name)
    client.replace(uri, "coins > 2", "coins >> 2")
    client.diagnostics(uri, something)
    equal(client.error("textDocument/rename", {**place, "newName": "paid"})["code"], -32803)
    client.stop()


def test_proposals_are_in_scope(arges, folder):
    client = Client(arges)
    uri = open_example(client, "machines/alternating-bit.sm", folder)
    def names(part):
        found = client.request("textDocument/completion", client.at(uri, part))
        return {one["label"] for one in found}
    inside = names("got == bit")
    true({"got", "next", "ack", "Waiting", "LAST", "assert"} <= inside, inside)
    outside = names("object sender")
    true("got" not in outside and "next" not in outside and "Sender" in outside, outside)
    client.stop()


def test_unsaved_texts_of_other_files_count(arges, folder):
    client = Client(arges)
    for name in ["gate.system.scxml", "gate_reader.scxml", "gate_barrier.scxml"]:
        (folder / name).write_text((EXAMPLES / name).read_text())
    system, reader = uri_of(folder / "gate.system.scxml"), uri_of(folder / "gate_reader.scxml")
    client.open(system, (folder / "gate.system.scxml").read_text())
    client.diagnostics(system, nothing)
    client.open(reader, (folder / "gate_reader.scxml").read_text())
    equal([one["severity"] for one in client.diagnostics(reader)], [2], "by itself, nobody sends it something")
    # Broken in the editor, not on the disk: whoever refers to it is looked at again.
    begin = client.texts[reader].find("<state")
    client.edit(reader, begin, begin + 6, "<stale")
    client.diagnostics(reader, lambda found: any(one["severity"] == 1 for one in found))
    found = client.diagnostics(system, something)
    places = [place["location"]["uri"] for one in found for place in one["relatedInformation"]]
    true(reader in places, found)
    # What is closed counts as it is on the disk.
    client.close(reader)
    client.diagnostics(system, nothing)
    client.stop()


def test_texts_that_refer_to_each_other_come_to_rest(arges, folder):
    client = Client(arges)
    uris = []
    for name, other in [("a", "b"), ("b", "a")]:
        text = f'package {name}\nimport "{other}.gcd"\nstatechart {name.upper()} [] {{\n  region r {{ initial I state S }}\n' \
               "  transition from I to S\n}\n"
        (folder / f"{name}.gcd").write_text(text)
        uris.append(uri_of(folder / f"{name}.gcd"))
    for uri in uris:
        client.open(uri, (folder / uri.rsplit("/", 1)[-1]).read_text())
        client.diagnostics(uri, nothing)
    for uri in uris:
        client.edit(uri, 0, 0, "// news\n")
        client.diagnostics(uri)
    time.sleep(1)
    told = client.messages.qsize()
    true(told < 10, f"{told} messages, though nothing changed")
    client.stop()


def test_a_newer_text_takes_the_place_of_an_older(arges, folder):
    client = Client(arges)
    uri = open_example(client, "parity.cfa", folder)
    client.diagnostics(uri, nothing)
    end = len(client.texts[uri].text)
    for i in range(40):
        client.edit(uri, end + i, end + i, "(")
    client.edit(uri, end, end + 40, "")
    client.diagnostics(uri, nothing)
    # Between the first edit and the last, almost nothing was worth telling.
    told = [m for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
    true(len(told) <= 5, f"told {len(told)} times")
    client.stop()


def large_automaton(lines):
    return ("main process large {\n  var x : int\n  init loc L0\n" +
            "".join(f"  loc L{i}\n  L{i - 1} -> L{i} {{ x := x + {i} }}\n" for i in range(1, (lines - 4) // 2 + 1)) + "}\n")


def test_five_thousand_lines(arges, folder):
    client = Client(arges)
    uri = uri_of(folder / "large.cfa")
    text = large_automaton(5000)
    client.open(uri, "")
    client.diagnostics(uri)
    times = {}
    def timed(what, action):
        start = time.monotonic()
        action()
        times[what] = time.monotonic() - start
    client.edit(uri, 0, 0, text)
    timed("diagnostics after all was put in", lambda: client.diagnostics(uri, nothing))
    def edit():
        client.replace(uri, "x + 2400", "y + 2400")
        client.diagnostics(uri, something)
    timed("diagnostics after an edit, with the pause", edit)
    place = client.at(uri, "L2400 {")
    timed("definition after an edit", lambda: client.request("textDocument/definition", place))
    timed("definition", lambda: client.request("textDocument/definition", place))
    timed("outline", lambda: client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
    print("  5,000 lines:", ", ".join(f"{what} {seconds * 1000:.0f} ms" for what, seconds in times.items()))
    # Generous, for sanitizers and machines that do other things as well.
    true(all(seconds < 10 for seconds in times.values()), times)
    client.stop()


def test_requests_that_wait_can_be_cancelled(arges, folder):
    client = Client(arges)
    uri = open_example(client, "parity.cfa", folder)
    client.diagnostics(uri)
    # Both in one write, so that the first is not answered before the second is read.
    from json import dumps
    def framed(message):
        body = dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body
    client.raw(framed({"id": "slow", "method": "textDocument/documentSymbol",
                       "params": {"textDocument": {"uri": uri}}}) +
               framed({"method": "$/cancelRequest", "params": {"id": "slow"}}))
    equal(client.answer("slow")["error"]["code"], -32800)
    client.notify("$/cancelRequest", {"id": "nobody"})
    client.stop()


def test_malformed_messages_cost_nothing_else(arges, folder):
    client = Client(arges)
    uri = open_example(client, "parity.cfa", folder)
    client.diagnostics(uri, nothing)
    def body(text):
        return b"Content-Length: %d\r\n\r\n" % len(text) + text
    for data, code in [
            (b"Content-Type: text\r\n\r\n", -32700), (b"Content-Length: x\r\n\r\n", -32700),
            (body(b"{"), -32700), (body(b"\xff\xfe"), -32700), (body(b""), -32700), (body(b"[" * 100000), -32700),
            (body(b"[]"), -32600), (body(b"null"), -32600), (body(b'{"jsonrpc":"1.0","id":1,"method":"m"}'), -32600),
            (body(b'{"jsonrpc":"2.0","id":{},"method":"m"}'), -32600)]:
        client.raw(data)
        answer = client.wait(lambda m: "error" in m)
        equal(answer["error"]["code"], code, data[:60])
    equal(client.error("textDocument/unheardOf", {})["code"], -32601)
    for params in [None, [], {}, {"textDocument": 1}, {"textDocument": {"uri": 5}},
                   {"textDocument": {"uri": uri}},
                   {"textDocument": {"uri": uri}, "position": {"line": -1, "character": 0}},
                   {"textDocument": {"uri": uri}, "position": {"line": 1.5, "character": 0}},
                   {"textDocument": {"uri": uri}, "position": {"line": 1 << 40, "character": 0}},
                   {"textDocument": {"uri": "file:///not/open.cfa"}, "position": {"line": 0, "character": 0}}]:
        equal(client.error("textDocument/hover", params)["code"], -32602, params)
    # Notifications are never answered; edits that make no sense leave the text as it is.
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": 7})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///not/open.cfa"}, "contentChanges": []})
    client.notify("textDocument/didSave", None)
    client.notify("$/unheardOf", {})
    client.send({"id": 999, "result": None})
    equal(client.request("arges/text", {"textDocument": {"uri": uri}})["text"], client.texts[uri].text)
    for place in [{"line": 99999, "character": 0}, {"line": 0, "character": 99999}]:
        client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
    equal(client.stop(), 0)


def test_documents_of_no_language_of_ours(arges, folder):
    client = Client(arges)
    uri = uri_of(folder / "notes.txt")
    client.open(uri, "var x : int")
    place = client.at(uri, "x")
    equal(client.request("textDocument/hover", place), None)
    equal(client.request("textDocument/completion", place), [])
    equal(client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}), [])
    client.error("textDocument/rename", {**place, "newName": "y"})
    # A text that has no file yet is what the editor says it is.
    client.open("untitled:Untitled-1", "main process p { init loc A A -> B { } }", "cfa")
    equal(len(client.diagnostics("untitled:Untitled-1", something)), 1)
    client.save("untitled:Untitled-1")
    client.stop()


if __name__ == "__main__":
    scenario.main(sys.modules[__name__], __doc__)
