#!/usr/bin/env python3
"""How the language server begins and ends: in order, without one, and with a client that is gone."""

import json
import subprocess
import sys

import scenario
from client import PATIENCE, Client, uri_of
from scenario import equal, true
from verdicts import ENDLESS, gone, running, saved


def test_in_order(arges, _folder):
    client = Client(arges)
    equal(client.error("initialize", {"capabilities": {}})["code"], -32600)
    equal(client.request("shutdown", None), None)
    equal(client.error("textDocument/hover", {})["code"], -32600)
    client.notify("exit", None)
    equal(client.process.wait(timeout=PATIENCE), 0)


def test_nothing_is_answered_before_initialize(arges, folder):
    client = Client(arges, start=False)
    equal(client.error("textDocument/hover", {})["code"], -32002)
    equal(client.error("shutdown", None)["code"], -32002)
    client.open(uri_of(folder / "early.cfa"), "x")  # nobody listens yet
    client.request("initialize", {"processId": None, "capabilities": {}})
    equal(client.error("arges/text", {"textDocument": {"uri": uri_of(folder / "early.cfa")}})["code"], -32602)
    client.stop()


def test_exit_without_shutdown(arges, _folder):
    for start in [True, False]:
        client = Client(arges, start=start)
        client.notify("exit", None)
        equal(client.process.wait(timeout=PATIENCE), 1)


def test_the_client_closes_its_end(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    children = running(client)
    client.process.stdin.close()
    equal(client.process.wait(timeout=PATIENCE), 1)
    gone(children)


def test_the_client_reads_no_more(arges, folder):
    uri = uri_of(folder / "a.cfa")
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    opened = {"uri": uri, "languageId": "cfa", "version": 1, "text": "main process p { init loc A }"}
    messages = [{"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                {"method": "textDocument/didOpen", "params": {"textDocument": opened}}]
    # The answers are far more than a pipe holds; the server must go on reading.
    messages += [{"id": i, "method": "textDocument/completion", "params": place} for i in range(2, 2000)]
    data = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data += b"Content-Length: %d\r\n\r\n" % len(body) + body
    process = subprocess.Popen([arges, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(data)
    process.stdin.close()
    equal(process.wait(timeout=PATIENCE), 1)
    process.stdout.close()


def test_shutdown_ends_what_runs(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    children = running(client)
    equal(client.request("shutdown", None), None)
    gone(children)
    client.notify("exit", None)
    equal(client.process.wait(timeout=PATIENCE), 0)


def test_a_killed_server_leaves_nothing(arges, folder):
    client = Client(arges)
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    children = running(client)
    client.kill()
    gone(children)


def test_a_client_that_died_is_noticed_though_its_pipes_are_open(arges, folder):
    # Its process is another one than the one that has the pipes.
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    client = Client(arges, start=False)
    client.request("initialize", {"processId": other.pid, "capabilities": {}})
    client.notify("initialized", {})
    uri = saved(client, folder, "e.cfa", ENDLESS)
    client.save(uri)
    children = running(client)
    other.kill()
    other.wait()
    equal(client.process.wait(timeout=PATIENCE), 1)
    gone(children)


def test_help_and_options(arges, _folder):
    text = subprocess.run([arges, "lsp", "--help"], capture_output=True, text=True, check=True).stdout
    true("Language Server Protocol" in text, text)
    wrong = subprocess.run([arges, "lsp", "model.cfa"], capture_output=True, text=True, check=False)
    equal(wrong.returncode, 2)
    empty = subprocess.run([arges, "lsp", "--stdio"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    equal((empty.returncode, empty.stdout), (1, b""))


if __name__ == "__main__":
    scenario.main(sys.modules[__name__], __doc__)
