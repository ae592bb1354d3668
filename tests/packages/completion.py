#!/usr/bin/env python3
"""bash and zsh complete command lines of arges, typed into them through a terminal; a shell that is absent is left out."""
import argparse
import json
import os
import pty
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
INSERT_ALL = b"\x18\x14"  # a key that inserts all that could be meant
WRITE_LINE = b"\x18\x10"  # a key that appends the line to a file, and empties it

SETUP = {
    "bash": r"""
source <(arges completion bash)
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
bind '"\C-x\C-t": insert-completions'
bind -x '"\C-x\C-p": printf "%s\n" "$READLINE_LINE" >>"$LINES_FILE"; READLINE_LINE='
echo ready >>"$LINES_FILE"
""",
    "zsh": r"""
bindkey -e
fpath=($PWD/functions $fpath)
autoload -U compinit && compinit -u -d $PWD/dump
setopt no_beep
every() { compstate[insert]=all; compstate[list]= }
insert-every() { comppostfuncs=(every); zle complete-word }
zle -N insert-every
bindkey '^X^T' insert-every
bindkey '^I' complete-word
write-line() { print -r -- $BUFFER >>$LINES_FILE; BUFFER= }
zle -N write-line
bindkey '^X^P' write-line
print ready >>$LINES_FILE
""",
}
START = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}

# What is typed before the tabulator, and the line after it.
COMPLETED = [
    ("arges che", "arges check "),
    ("arges vers", "arges version "),
    ("arges help simu", "arges help simulate "),
    ("arges completion z", "arges completion zsh "),
    ("arges check count", "arges check counter.cfa "),
    ("arges check my", "arges check my\\ models/"),
    ("arges check my\\ models/l", "arges check my\\ models/lamp.scxml "),
    ("arges check counter.cfa --search d", "arges check counter.cfa --search dfs "),
    ("arges check --domain=pred-b", "arges check --domain=pred-bool "),
    ("arges check counter.cfa --data-m", None),  # with a sign or a blank behind it, as the shell has it
    ("arges lts mini", "arges lts minimize "),
    ("arges lts minimize ring.a", "arges lts minimize ring.aut "),
    ("arges bench resu", "arges bench results.db "),
    ("arges synth t", "arges synth task.json "),
    ("arges man -o fun", "arges man -o functions/"),
    ("arges check counter.cfa --init-prec learn", "arges check counter.cfa --init-prec learnt.prec "),
    # Given once, and not twice.
    ("arges check --search bfs --sea", "arges check --search bfs --sea"),
    # No ending of a model.
    ("arges simulate count", None),
]
# What is typed, words that must be among all that could be meant, and words that must not.
OFFERED = [
    ("arges ", ["check", "lts", "completion", "help", "--version"], ["worker"]),
    ("arges check counter.cfa --domain ", ["expl", "pred-cart", "prod", "interval"], ["counter.cfa"]),
    ("arges check --domain pred-", ["pred-bool", "pred-cart", "pred-split"], ["expl"]),
    ("arges check ", ["counter.cfa", "gate.gcd"], ["notes.txt", "task.json"]),
    ("arges lts ", ["compose", "bisim", "info"], ["ring.aut"]),
    ("arges lts bisim ring.aut ", ["ring.aut", "ring.dot"], ["counter.cfa", "compose"]),
    ("arges check --init-prec ", ["empty", "all-vars", "learnt.prec"], []),
    ("arges convert lamp.scxml --to ", ["dot", "plantuml"], []),
    ("arges check --ltl x --lt", ["--ltl", "--ltl-file"], ["--loop-search"]),
    ("arges check counter.cfa --check deadlock,dead-", ["deadlock,dead-transitions"], []),
]
FILES = ["counter.cfa", "gate.gcd", "notes.txt", "task.json", "ring.aut", "ring.dot", "results.db", "learnt.prec",
         "my models/lamp.scxml"]


class Shell:
    """An interactive shell in a terminal of its own."""

    def __init__(self, name, folder, arges):
        self.lines_file = folder / f"lines.{name}"
        self.num_lines = 0
        environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(folder),
                       "LINES_FILE": str(self.lines_file), "LC_ALL": "C.UTF-8", "PS1": "", "HISTFILE": ""}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(START[name][0], START[name], environment)
        setup = folder / f"setup.{name}"
        setup.write_text(SETUP[name])
        os.write(self.terminal, f"source ./{setup.name}\n".encode())
        assert self.next_line() == "ready", name

    def next_line(self):
        """What the shell writes next; it waits a while for that."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            os.set_blocking(self.terminal, False)
            try:
                os.read(self.terminal, 65536)  # or the terminal fills up, and the shell waits
            except BlockingIOError:
                pass
            lines = self.lines_file.read_text().split("\n")[:-1] if self.lines_file.exists() else []
            if len(lines) > self.num_lines:
                self.num_lines += 1
                return lines[self.num_lines - 1]
            time.sleep(0.01)
        raise TimeoutError("the shell does not answer")

    def press(self, text, key):
        os.set_blocking(self.terminal, True)
        os.write(self.terminal, text.encode() + key + WRITE_LINE)
        return self.next_line()

    def complete(self, text):
        return self.press(text, b"\t")

    def offers(self, text):
        """All words that could be meant instead of the last one."""
        before = text.rsplit(" ", 1)[0]
        # Of a list zsh adds the sign behind which the next word may be typed.
        return [word.rstrip(",=") for word in shlex.split(self.press(text, INSERT_ALL)[len(before):])]

    def close(self):
        os.write(self.terminal, b"\nexit\n")
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def problems(name, shell, table):
    for typed, expected in COMPLETED:
        line = shell.complete(typed)
        if expected is not None and line != expected:
            yield f"{name}: '{typed}' becomes '{line}', not '{expected}'"
    for typed, present, absent in OFFERED:
        words = shell.offers(typed)
        for word in present:
            if word not in words:
                yield f"{name}: '{typed}' does not offer '{word}' but {words}"
        for word in absent:
            if word in words:
                yield f"{name}: '{typed}' offers '{word}'"
    # Every option that there is.
    for command in table["commands"]:
        words = shell.offers(f"arges {command['name']} --")
        for option in command["options"]:
            if option["group"] and option["kind"] != "positional" and len(option["name"]) > 1:
                if f"--{option['name']}" not in words:
                    yield f"{name}: arges {command['name']} does not offer --{option['name']} but {words}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arges = str(Path(parser.parse_args().arges).resolve())
    shells = [name for name in SETUP if shutil.which(name)]
    if not shells:
        print("skipped: neither bash nor zsh is there")
        return SKIPPED
    run = lambda *words: subprocess.run([arges, *words], capture_output=True, text=True, check=True).stdout
    table = json.loads(run("options", "--format", "json"))
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bin").mkdir()
        (folder / "bin" / "arges").symlink_to(arges)
        (folder / "functions").mkdir()
        (folder / "functions" / "_arges").write_text(run("completion", "zsh"))
        for file in FILES:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).touch()
        for shell_name in shells:
            shell = Shell(shell_name, folder, arges)
            found += problems(shell_name, shell, table)
            shell.close()
        if shutil.which("shellcheck"):
            (folder / "arges.bash").write_text(run("completion", "bash"))
            done = subprocess.run(["shellcheck", "--shell=bash", folder / "arges.bash"], capture_output=True, text=True)
            found += [done.stdout] if done.returncode else []
    print("\n".join(found) or f"asked: {', '.join(shells)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
