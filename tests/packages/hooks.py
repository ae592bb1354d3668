#!/usr/bin/env python3
"""The examples of continuous integration do what they say, in a git repository made for it; the framework pre-commit is
used where it is installed."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
CI = ROOT / "examples" / "ci"

# Too little time for an answer.
HURRIED = ("--timeout", "0.001", "models")


class Repository:
    """A git repository with check-models and arges at hand."""

    def __init__(self, folder, arges):
        self.folder = folder
        (folder / "bin").mkdir()
        (folder / "bin" / "arges").symlink_to(Path(arges).resolve())
        self.work = folder / "work"
        self.work.mkdir()
        names = {f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = {**{key: value for key, value in os.environ.items() if not key.startswith("GIT")}, **names,
                            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder),
                            "XDG_CACHE_HOME": str(folder / "cache"), "GITHUB_ACTIONS": "true"}
        self.run("git", "init", "-q")
        (self.work / "tools").mkdir()
        shutil.copy(CI / "check-models", self.work / "tools")
        (self.work / ".gitignore").write_text("arges-results\n")

    def run(self, *words):
        return subprocess.run([str(word) for word in words], cwd=self.work, env=self.environment, capture_output=True,
                              text=True, timeout=120, check=False)

    def shell(self, script):
        """As continuous integration runs a step."""
        return self.run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)

    def copy(self, example, name):
        (self.work / name).parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(ROOT / "examples" / example, self.work / name)

    def commit(self):
        self.run("git", "add", "-A")
        return self.run("git", "commit", "-q", "-m", "models")


def expect(fact, what, done):
    if not fact:
        yield f"{what}: exit code {done.returncode}\n{done.stdout}{done.stderr}"


def check_script(repository):
    """check-models by itself: its exit codes, and what it keeps."""
    repository.copy("parity.cfa", "models/parity.cfa")
    repository.copy("crossing.gcd", "models/deep/crossing.gcd")
    done = repository.run("tools/check-models", "models")
    yield from expect(done.returncode == 0 and "true" in done.stdout, "a model that holds", done)
    repository.copy("turnstile.xsts", "models/turn stile.xsts")
    done = repository.run("tools/check-models", "--out", "kept", "models")
    yield from expect(done.returncode == 10 and "property violated here" in done.stdout, "a violation", done)
    yield from expect("::error file=models/turn stile.xsts::" in done.stdout, "its annotation", done)
    for ending in ("txt", "html", "json"):
        if not (repository.work / "kept" / f"models_turn stile.xsts.{ending}").stat().st_size:
            yield f"nothing is kept as .{ending}"
    (repository.work / "models" / "broken.cfa").write_text("main process p {")
    done = repository.run("tools/check-models", "models")
    yield from expect(done.returncode == 3 and "models/broken.cfa:1" in done.stdout, "a model that can't be read", done)
    (repository.work / "models" / "broken.cfa").unlink()
    (repository.work / "models" / "turn stile.xsts").unlink()
    done = repository.run("tools/check-models", *HURRIED)
    yield from expect(done.returncode == 0 and "::warning" in done.stdout, "no answer", done)
    done = repository.run("tools/check-models", "--strict", *HURRIED)
    yield from expect(done.returncode == 20, "no answer, and strictly", done)
    done = repository.run("tools/check-models", "empty-folder")
    yield from expect(done.returncode == 2, "no such model", done)


def check_hook(repository):
    """The plain hook of git: what is staged counts, and not what lies in the folder."""
    hook = repository.work / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    shutil.copy(CI / "pre-commit", hook)
    done = repository.commit()
    yield from expect(done.returncode == 0, "a commit of models that hold", done)
    repository.copy("turnstile.xsts", "models/turnstile.xsts")
    done = repository.commit()
    said = done.stdout + done.stderr
    yield from expect(done.returncode != 0 and "models/turnstile.xsts: prop: false" in said, "a refused commit", done)
    shutil.copy(ROOT / "examples" / "parity.cfa", repository.work / "models" / "other.cfa")
    (repository.work / "models" / "turnstile.xsts").write_text("what is not staged does not count")
    repository.run("git", "reset", "-q", "models/turnstile.xsts")
    repository.run("git", "add", "models/other.cfa")
    done = repository.run("git", "commit", "-q", "-m", "another one")
    yield from expect(done.returncode == 0, "a commit beside a broken file", done)
    (repository.work / "models" / "turnstile.xsts").unlink()
    hook.unlink()


def check_framework(repository):
    """The configuration for pre-commit."""
    shutil.copy(CI / "pre-commit-config.yaml", repository.work / ".pre-commit-config.yaml")
    (hook,) = yaml.safe_load((CI / "pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    (offered,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for key in ("id", "args", "language", "files", "require_serial"):
        if hook[key] != offered[key]:
            yield f"{key} of the hook is {hook[key]} here and {offered[key]} there"
    if not shutil.which("pre-commit"):
        print("pre-commit is not installed")
        return
    repository.run("git", "add", "-A")
    done = repository.run("pre-commit", "run", "--all-files")
    yield from expect(done.returncode == 0 and "Passed" in done.stdout, "pre-commit on models that hold", done)
    repository.copy("turnstile.xsts", "models/turnstile.xsts")
    repository.run("git", "add", "-A")
    done = repository.run("pre-commit", "run", "--all-files")
    yield from expect(done.returncode == 1 and "prop: false" in done.stdout, "pre-commit on a violation", done)
    # Another repository names this one.
    sources = repository.folder / "sources"
    (sources / "examples" / "ci").mkdir(parents=True)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", sources)
    shutil.copy(CI / "check-models", sources / "examples" / "ci")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "sources")):
        repository.run("git", "-C", sources, *words)
    done = repository.run("pre-commit", "try-repo", sources, "arges-check", "--all-files")
    yield from expect(done.returncode == 1 and "prop: false" in done.stdout, "the hook that is offered", done)


def check_workflow(repository):
    """The steps that run something, but for the installation."""
    workflow = yaml.safe_load((CI / "workflow.yml").read_text())
    steps = workflow["jobs"]["check"]["steps"]
    scripts = {step["name"]: step["run"] for step in steps if "run" in step}
    kept = [step["with"]["path"] for step in steps if "upload-artifact" in step.get("uses", "")]
    if "apt-get install -y --no-install-recommends ./tools/arges_*.deb" not in scripts.pop("Install arges"):
        yield "the package is not installed"
    (script,) = scripts.values()
    repository.copy("turnstile.xsts", "models/turnstile.xsts")
    shutil.rmtree(repository.work / kept[0], ignore_errors=True)
    done = repository.shell(script)
    yield from expect(done.returncode == 10 and "::error" in done.stdout, "the job of a violated model", done)
    if not (repository.work / kept[0] / "models_turnstile.xsts.html").exists():
        yield f"there is no report in {kept[0]}"
    (repository.work / "models" / "turnstile.xsts").unlink()
    done = repository.shell(script)
    yield from expect(done.returncode == 0, "the job of models that hold", done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True, help="the program")
    arges = parser.parse_args().arges
    found = []
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder), arges)
        for check in (check_script, check_hook, check_workflow, check_framework):
            found += check(repository)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
