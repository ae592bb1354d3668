#!/usr/bin/env python3
"""Verdicts of marked properties when a text is saved: where they stand, how they are shown, and when they go."""

import sys
import time

import scenario
from client import Client, children_of, is_alive, uri_of
from scenario import EXAMPLES, equal, true

COUNTER = """main process counter {
  var x : int
  init loc A
  loc B
  error loc BAD
  A -> B { x := 0 }
  B -> B { assume x < 3 x := x + 1 }
  B -> BAD { assume x > LIMIT }
}
"""

# Pseudo-random numbers of full period: the error is reached after some hundred million steps, and no engine sees that.
ENDLESS = """// arges: check --timeout 60 --engine explicit
main process endless {
  var x : int
  init loc S
  loc A
  error loc BAD
  S -> A { x := 0 }
  A -> A { x := (x * 1103515245 + 12345) mod 2147483648 }
  A -> BAD { assume x = 7 }
}
"""


def verdict(severity):
    return lambda found: any(one["severity"] == severity and
                             any(word in one["message"] for word in [": true", ": false", ": unknown"])
                             for one in found)


def saved(client, folder, name, text):
    path = folder / name
    path.write_text(text)
    uri = uri_of(path)
    client.open(uri, text)
    client.diagnostics(uri)
    return uri


def save_edit(client, folder, uri, name, old, new):
    client.replace(uri, old, new)
    (folder / name).write_text(client.texts[uri].text)
    client.save(uri)


def lenses(client, uri):
    found = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return [(client.texts[uri].at(one["range"]), one["command"]["title"]) for one in found]


def test_own_properties_of_an_automaton(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "c.cfa", COUNTER.replace("LIMIT", "3"))
    equal(lenses(client, uri), [("BAD", "check")])
    client.save(uri)
    found = client.diagnostics(uri, verdict(3))
    equal([client.texts[uri].at(one["range"]) for one in found], ["BAD"])
    equal(found[0]["message"], "BAD unreachable: true, proof re-checked")
    (place, title), = lenses(client, uri)
    equal(place, "BAD")
    true(title.startswith("true, ") and title.endswith(" s, proof re-checked"), title)
    # While it ran, that was shown.
    begin = client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "begin")
    equal(begin["params"]["value"]["title"], "Checking c.cfa")
    client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end"
                and m["params"]["token"] == begin["params"]["token"])

    # A change takes the verdict away, before anything is saved.
    client.replace(uri, "x > 3", "x > 2")
    equal(client.diagnostics(uri), [])
    equal(lenses(client, uri), [("BAD", "check")])

    (folder / "c.cfa").write_text(client.texts[uri].text)
    client.save(uri)
    found = client.diagnostics(uri, verdict(1))
    equal(found[0]["message"], "BAD unreachable: false, run replayed")
    run = found[0]["relatedInformation"]
    true(len(run) >= 4, run)
    lines = [one["location"]["range"]["start"]["line"] for one in run]
    true(lines[0] == 5 and lines[-1] == 7 and set(lines) == {5, 6, 7}, lines)
    true(any("x = 3" in one["message"] for one in run), run)
    true(lenses(client, uri)[0][1].startswith("false, "), lenses(client, uri))
    client.stop()


def test_comments_say_what_to_check(arges, folder):
    client = Client(arges)
    text = (COUNTER.replace("LIMIT", "3") + "// arges: check --ltl 'F x = 0'\n"
            "/* arges: check --ltl 'F x = 9' --finite-runs stutter-all --timeout 5 */\n// arges: check --witness /tmp/w\n// arges: check --property 'y'\n")
    uri = saved(client, folder, "c.cfa", text)
    client.save(uri)
    found = client.diagnostics(uri, lambda found: len(found) == 5)
    at = {client.texts[uri].at(one["range"]).replace("arges: check ", ""): one for one in found}
    equal(at["--ltl 'F x = 0'"]["severity"], 3)
    equal(at["--ltl 'F x = 9' --finite-runs stutter-all --timeout 5"]["severity"], 1)
    equal(at["--witness /tmp/w"]["severity"], 2)
    true("--witness can't be given" in at["--witness /tmp/w"]["message"], at)
    true("not declared" in at["--property 'y'"]["message"] and at["--property 'y'"]["severity"] == 2, at)
    equal(at["BAD"]["severity"], 3)
    true(any("again and again" in one["message"]
             for one in at["--ltl 'F x = 9' --finite-runs stutter-all --timeout 5"]["relatedInformation"]), at)
    client.stop()


def test_every_format(arges, folder):
    client = Client(arges, options={"checkTimeout": 50})
    for name, severity, place, line in [("turnstile.xsts", 1, "prop", "choice {"),
                                        ("door.scxml", 1, "0..5", '<state id="closed">'),
                                        ("machines/alternating-bit-broken.sm", 1, "assertions", "state Waiting {")]:
        text = (EXAMPLES / name).read_text().replace(' cond="inside &lt; 5"', "")  # the door lets in too many
        uri = saved(client, folder, name.split("/")[-1], text)
        client.save(uri)
        found = client.diagnostics(uri, verdict(severity))
        worst, = [one for one in found if one["severity"] == 1][:1]
        equal(client.texts[uri].at(worst["range"]), place, name)
        document = client.texts[uri]
        lines = {document.text.splitlines()[one["location"]["range"]["start"]["line"]].strip()
                 for one in worst["relatedInformation"]}
        true(line in lines, f"{name}: {lines}")
        client.close(uri)
    client.stop()


def test_what_is_not_in_the_file_is_not_checked(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "c.cfa", COUNTER.replace("LIMIT", "3"))
    # The file has something else than the editor, as if another program had written it.
    (folder / "c.cfa").write_text(COUNTER.replace("LIMIT", "1"))
    client.save(uri)
    found = client.diagnostics(uri, verdict(2))
    true("the file has another text than the editor" in found[0]["message"], found)
    client.stop()


def test_a_text_with_errors_has_errors_and_no_verdicts(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "c.cfa", COUNTER.replace("LIMIT", "y"))
    result = client.request("workspace/executeCommand", {"command": "arges.check", "arguments": [uri]})
    equal(result, [])
    client.save(uri)
    progress(client, "end")
    progress(client, "end")
    client.request("arges/text", {"textDocument": {"uri": uri}})
    told = [m["params"]["diagnostics"] for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
    true(told and all([one["message"] for one in found] == ["'y' is not declared"] for found in told), told)
    client.stop()


def test_unknown_has_its_reason(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS.replace("60 --engine explicit", "1 --engine explicit")
                .replace("error loc", "loc") + "// arges: check --error-loc BAD --timeout 1 --engine explicit\n")
    client.save(uri)
    found = client.diagnostics(uri, lambda found: any("unknown (timeout)" in one["message"] for one in found))
    equal([one["severity"] for one in found if "timeout" in one["message"]], [2])
    client.stop()


def test_a_limit_may_be_longer_than_clocks_go(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "c.cfa", "// arges: check --timeout 1e300\n" + COUNTER.replace("LIMIT", "3"))
    client.save(uri)
    found = client.diagnostics(uri, lambda found: len(found) == 2)
    true(all(": true" in one["message"] for one in found), found)
    client.stop()


def test_a_command_checks_and_can_be_cancelled(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "c.cfa", COUNTER.replace("LIMIT", "3"))
    result = client.request("workspace/executeCommand", {"command": "arges.check", "arguments": [uri]})
    true(result[0]["verdict"].startswith("true, "), result)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    id_ = client.ask("workspace/executeCommand", {"command": "arges.check", "arguments": [uri]})
    children = running(client)
    client.notify("$/cancelRequest", {"id": id_})
    equal(client.answer(id_)["error"]["code"], -32800)
    gone(children)
    equal(client.error("workspace/executeCommand", {"command": "rm"})["code"], -32602)
    equal(client.error("workspace/executeCommand", {"command": "arges.check", "arguments": ["file:///n"]})["code"], -32602)
    client.stop()


def running(client):
    """The processes of a check that is under way."""
    for _ in range(600):
        if found := children_of(client.process.pid):
            return found
        time.sleep(0.05)
    raise scenario.Failure("no check was started")


def gone(processes):
    for _ in range(600):
        if not any(map(is_alive, processes)):
            return
        time.sleep(0.05)
    raise scenario.Failure("a check goes on that nobody wants")


def test_one_check_at_a_time_and_the_next_save_ends_it(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    first = running(client)
    save_edit(client, folder, uri, "e.cfa", "12345", "12347")
    gone(first)
    second = running(client)
    other = saved(client, folder, "c.cfa", COUNTER.replace("LIMIT", "3"))
    client.save(other)
    time.sleep(0.3)
    equal(len([child for child in running(client) if child in second]), len(second), "the second goes on")
    # Closing it makes room.
    client.close(uri)
    gone(second)
    client.diagnostics(other, verdict(3))
    client.stop()


def progress(client, kind, token=None):
    """Waits until a progress begins or ends; its token, and its value."""
    found = client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == kind
                        and token in (None, m["params"]["token"]))["params"]
    return found["token"], found["value"]


def test_typing_and_progress_end_a_check(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    token, _ = progress(client, "begin")
    children = running(client)
    client.replace(uri, "12345", "12349")
    equal(progress(client, "end", token)[1]["message"], "cancelled")
    gone(children)

    (folder / "e.cfa").write_text(client.texts[uri].text)
    client.save(uri)
    token, _ = progress(client, "begin")
    children = running(client)
    client.notify("window/workDoneProgress/cancel", {"token": "another"})
    client.request("arges/text", {"textDocument": {"uri": uri}})
    true(any(map(is_alive, children)), "another progress was meant")
    client.notify("window/workDoneProgress/cancel", {"token": token})
    equal(progress(client, "end", token)[1]["message"], "cancelled")
    gone(children)
    client.stop()


def test_nothing_is_checked_on_save_if_that_is_not_wanted(arges, folder):
    client = Client(arges, options={"checkOnSave": False})
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    client.request("arges/text", {"textDocument": {"uri": uri}})
    time.sleep(0.3)
    equal(children_of(client.process.pid), [])
    client.stop()


if __name__ == "__main__":
    scenario.main(sys.modules[__name__], __doc__)
