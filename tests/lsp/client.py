"""A scripted client of the Language Server Protocol: it starts `arges lsp` and speaks to it over pipes."""

import json
import os
import queue
import re
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

PATIENCE = 60  # seconds; machines of tests may be slow, and nothing is waited for that long if all is well


class Failure(Exception):
    pass


def uri_of(path):
    return "file://" + urllib.parse.quote(str(path))


class Text:
    """A document as an editor has it: its own idea of lines and UTF-16, not the server's."""

    LINE = re.compile(r"\r\n|\r|\n")

    def __init__(self, text):
        self.text = text

    def starts(self):
        return [0] + [match.end() for match in self.LINE.finditer(self.text)]

    def ends(self):
        return [match.start() for match in self.LINE.finditer(self.text)] + [len(self.text)]

    def position(self, index):
        """Of a place in the text; between \\r and \\n there is none."""
        starts = self.starts()
        line = max(i for i, start in enumerate(starts) if start <= index)
        index = min(index, self.ends()[line])
        units = len(self.text[starts[line]:index].encode("utf-16-le")) // 2
        return {"line": line, "character": units}

    def range(self, begin, end):
        return {"start": self.position(begin), "end": self.position(end)}

    def find(self, part, occurrence=0):
        index = -1
        for _ in range(occurrence + 1):
            index = self.text.index(part, index + 1)
        return index

    def at(self, place):
        """The text that a range of the server's covers."""
        def index(position):
            start, end = self.starts()[position["line"]], self.ends()[position["line"]]
            units = self.text[start:end].encode("utf-16-le")[:2 * position["character"]]
            return start + len(units.decode("utf-16-le"))
        return self.text[index(place["start"]):index(place["end"])]


class Client:
    def __init__(self, arges, options=None, capabilities=None, start=True):
        self.process = subprocess.Popen([arges, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.seen = []  # what came and nobody waited for yet
        self.next_id = 1
        self.texts = {}
        self.versions = {}
        threading.Thread(target=self._read, daemon=True).start()
        self.errors = []
        threading.Thread(target=lambda: self.errors.append(self.process.stderr.read()), daemon=True).start()
        if start:
            if capabilities is None:
                capabilities = {"textDocument": {"publishDiagnostics": {"relatedInformation": True}},
                                "window": {"workDoneProgress": True},
                                "workspace": {"codeLens": {"refreshSupport": True}}}
            self.initialized = self.request("initialize", {
                "processId": os.getpid(), "rootUri": None, "capabilities": capabilities,
                "initializationOptions": options or {}})
            self.notify("initialized", {})

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, value = line.decode("ascii").split(":", 1)
                if name == "Content-Length":
                    length = int(value)
            self.messages.put(json.loads(out.read(length).decode("utf-8")))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """Sends a request; its id."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def wait(self, wanted, patience=PATIENCE):
        """The first message that is wanted; requests of the server are answered on the way."""
        for i, message in enumerate(self.seen):
            if wanted(message):
                return self.seen.pop(i)
        end = time.monotonic() + patience
        while True:
            left = end - time.monotonic()
            try:
                message = self.messages.get(timeout=max(left, 0.001))
            except queue.Empty:
                raise Failure(f"nothing that was waited for came; what came: {self.seen[-5:]}") from None
            if message is None:
                raise Failure("the server has ended")
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            if wanted(message):
                return message
            self.seen.append(message)

    def answer(self, id_):
        return self.wait(lambda m: m.get("id") == id_ and "method" not in m)

    def request(self, method, params):
        answer = self.answer(self.ask(method, params))
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']}")
        return answer["result"]

    def error(self, method, params):
        answer = self.answer(self.ask(method, params))
        if "error" not in answer:
            raise Failure(f"{method} should have failed, but: {answer}")
        return answer["error"]

    # Documents

    def open(self, uri, text, language="plaintext"):
        self.texts[uri] = Text(text)
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1, "text": text}})

    def edit(self, uri, begin, end, new):
        """One incremental change."""
        document = self.texts[uri]
        change = {"range": document.range(begin, end), "text": new}
        document.text = document.text[:begin] + new + document.text[end:]
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": [change]})

    def replace(self, uri, old, new, occurrence=0):
        begin = self.texts[uri].find(old, occurrence)
        self.edit(uri, begin, begin + len(old), new)

    def save(self, uri):
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri, accepts=lambda found: True):
        """Those of the present version that are accepted."""
        return self.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                         and m["params"]["uri"] == uri
                         and m["params"].get("version") == self.versions[uri]
                         and accepts(m["params"]["diagnostics"]))["params"]["diagnostics"]

    def at(self, uri, part, occurrence=0, inside=0):
        document = self.texts[uri]
        return {"textDocument": {"uri": uri},
                "position": document.position(document.find(part, occurrence) + inside)}

    def definition(self, uri, part, occurrence=0, inside=0):
        """The line that defines what stands there, and the name."""
        found = self.request("textDocument/definition", self.at(uri, part, occurrence, inside))
        if found is None:
            return None
        document = self.texts[uri]
        line = found["range"]["start"]["line"]
        return document.text[document.starts()[line]:document.ends()[line]].strip(), document.at(found["range"])

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()


def children_of(pid):
    """Of a process, all the way down."""
    result = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                result += [int(child)] + children_of(int(child))
        except OSError:
            pass
    return result


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
