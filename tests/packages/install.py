#!/usr/bin/env python3
"""Makes the packages, and uses them where nothing else of arges is: the archive anywhere and in a fresh Debian, the
Debian package in that. Without root, debootstrap or a mirror the part in the fresh Debian is skipped."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
EXAMPLES = "share/doc/arges/examples"
# What is checked, the exit code and a part of what is printed. Only a worker that was started decides for a portfolio.
CHECKS = [
    (["check", f"{EXAMPLES}/turnstile.xsts", "-q"], 10, "prop: false"),
    (["check", f"{EXAMPLES}/turnstile.xsts", "-q", "--stats"], 10, "decided by --domain"),
    (["check", f"{EXAMPLES}/checkout.c", "-q"], 10, "unreach-call: false"),
    (["check", f"{EXAMPLES}/door.scxml", "--property", "state open reachable", "-q"], 0, "true"),
    (["check", f"{EXAMPLES}/parity.cfa", "--engine", "cegar", "-q"], 0, "ODD unreachable: true"),
]


class Skip(Exception):
    """What the test needs is not there."""


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, check=False, **more)


def must(*words, **more):
    done = run(*words, **more)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_packages(preset):
    """The Debian package and the archive."""
    made = [ROOT / line for line in must(ROOT / "scripts" / "package", "--preset", preset).split()]
    (package,) = (path for path in made if path.suffix == ".deb")
    (archive,) = (path for path in made if path.name.endswith(".tar.gz"))
    return package, archive


def run_path(program):
    """Where the program looks for libraries first, as the loader will read it."""
    text = must("readelf", "-d", program)
    return re.findall(r"\((RPATH|RUNPATH)\).*\[(.*)\]", text)


def check_contents(folder, what, expected_path):
    """No file refers to the tree that the packages were made in; nothing is left of debugging."""
    for path in folder.rglob("*"):
        if path.is_file() and str(ROOT).encode() in path.read_bytes():
            yield f"{what}: {path.relative_to(folder)} refers to the build tree"
    (program,) = folder.rglob("bin/arges")
    if run_path(program) != expected_path:
        yield f"{what}: the program looks for libraries in {run_path(program)}"
    if ".debug_info" in must("readelf", "-S", "-W", program):
        yield f"{what}: the program is not stripped"


def check_program(execute, program, documents, what):
    """Models are checked; `execute` runs words somewhere, `documents` is the folder of the examples there."""
    for arguments, code, text in CHECKS:
        arguments = [f"{documents}/{word}" if word.startswith(EXAMPLES) else word for word in arguments]
        done = execute(program, *arguments)
        if done.returncode != code or text not in done.stdout or done.stderr:
            yield f"{what}: {arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}"


def libraries_of(execute, program):
    done = execute(program, "version", "--format", "json")
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
    return {library["name"]: library for library in json.loads(done.stdout)["libraries"]}


def check_portable(execute, folder, what):
    """The archive, unpacked in `folder` of where `execute` runs."""
    program = f"{folder}/bin/arges"
    yield from check_program(execute, program, folder, what)
    for name, library in libraries_of(execute, program).items():
        if not (library["file"] or "").startswith(f"{folder}/lib/"):
            yield f"{what}: {name} is {library['file']}"
        if not re.search(r"\d", library["version"]):
            yield f"{what}: {name} has the version '{library['version']}'"


def check_archive(archive, scratch):
    """Unpacked where blanks and other letters are in the way, without an environment, and through a link."""
    place = scratch / "odd føldér with blanks"
    place.mkdir()
    must("tar", "-xzf", archive, "-C", place)
    (folder,) = place.iterdir()
    empty = {"env": {}, "cwd": "/"}
    yield from check_contents(folder, "archive", [("RPATH", "$ORIGIN/../lib")])
    yield from check_portable(lambda *words: run(*words, **empty), folder, "archive")
    link = scratch / "link"
    link.symlink_to(folder / "bin" / "arges")
    yield from check_program(lambda *words: run(*words, **empty), link, folder, "archive, by a link")
    if "libc.so.6" in {path.name for path in folder.rglob("lib/*")}:
        yield "archive: the C library is in it"
    for name in ("share/man/man1/arges-check.1.gz", "share/zsh/site-functions/_arges", "share/doc/arges/LICENSE",
                 "share/doc/arges/libraries/libppl14/copyright" if shutil.which("dpkg-query") else "bin/arges"):
        if not (folder / name).is_file():
            yield f"archive: there is no {name}"


def apt_sources():
    """This machine's mirror and sources of Debian, as (URI, suite, component)."""
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    codename = release.get("VERSION_CODENAME", "")
    if release.get("ID") != "debian" or not shutil.which("apt-get"):
        raise Skip("this is no Debian")
    lines = must("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages")
    sources = sorted({tuple(line.split()) for line in lines.splitlines() if len(line.split()) == 3})
    ours = [source for source in sources if source[1] == codename or source[1].startswith(f"{codename}-")]
    mirrors = [source[0] for source in ours if source[1] == codename and source[2] == "main"]
    if not mirrors:
        raise Skip(f"apt has no mirror of {codename}")
    return codename, mirrors[0], ours


def fresh_debian(scratch):
    """A folder with nothing but the base of Debian; it is kept in build/ and copied."""
    if os.geteuid() != 0:
        raise Skip("only root can make a Debian in a folder")
    if not shutil.which("debootstrap"):
        raise Skip("debootstrap is not installed")
    codename, mirror, sources = apt_sources()
    base = ROOT / "build" / f"debian-{codename}"
    if not base.exists():
        begun = base.with_suffix(".new")
        shutil.rmtree(begun, ignore_errors=True)
        done = run("debootstrap", "--variant=minbase", codename, begun, mirror)
        if done.returncode:
            raise Skip(f"debootstrap gives up: {(done.stdout + done.stderr)[-600:]}")
        begun.rename(base)
    lines = "".join(f"deb {uri} {suite} {component}\n" for uri, suite, component in sources)
    (base / "etc" / "apt" / "sources.list").write_text(lines)
    folder = scratch / "debian"
    must("cp", "-a", base, folder)
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    return base, folder


def inside(folder):
    """Runs words in the folder as the root of all files, with nothing of this machine but its kernel."""
    script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return lambda *words: run("unshare", "--mount", "sh", "-c", script, folder, *words, cwd="/",
                              env={**proxies, **environment})


def named_arges(folder):
    """Files and folders called like arges, but for what dpkg and apt note about their work."""
    notes = ("var/lib/dpkg", "var/lib/apt", "var/log", "var/cache", "tmp", "proc")
    names = {str(path.relative_to(folder)) for path in folder.rglob("*arges*")}
    return {name for name in names if not name.startswith(notes)}


def check_debian(package, archive, scratch):
    base, folder = fresh_debian(scratch)
    execute = inside(folder)
    if execute("true").returncode:
        raise Skip(f"one can't change the root here: {execute('true').stderr}")
    # The archive first, while there is nothing else.
    place = folder / "opt" / "no install"
    place.mkdir()
    must("tar", "-xzf", archive, "-C", place)
    (unpacked,) = place.iterdir()
    yield from check_portable(execute, f"/opt/no install/{unpacked.name}", "archive in a fresh Debian")
    shutil.rmtree(place)

    done = execute("apt-get", "update")
    if done.returncode or "Err:" in done.stdout:
        raise Skip(f"the mirror does not answer: {done.stdout[-300:]}{done.stderr[-300:]}")
    before = named_arges(folder)
    shutil.copy(package, folder / "tmp")
    done = execute("apt-get", "install", "-y", "--no-install-recommends", f"/tmp/{package.name}")
    if done.returncode:
        yield f"apt-get install: {done.stdout}{done.stderr}"
        return
    for kept in (folder / "var/cache/apt/archives").glob("*.deb"):
        shutil.copy(kept, base / "var/cache/apt/archives")
    yield from check_program(execute, "arges", "/usr", "Debian package")
    for name, library in libraries_of(execute, "arges").items():
        if not (library["file"] or "").startswith(("/usr/lib/", "/lib/")):
            yield f"Debian package: {name} is {library['file']}"
    for name in ("man/man1/arges.1.gz", "man/man1/arges-check.1.gz", "bash-completion/completions/arges",
                 "zsh/vendor-completions/_arges", "doc/arges/copyright", "doc/arges/changelog.gz",
                 "doc/arges/docs/packages.md", "doc/arges/examples/ci/check-models"):
        if execute("dpkg", "-S", f"/usr/share/{name}").returncode:
            yield f"Debian package: there is no {name}"
    done = execute("dpkg", "--purge", "arges")
    left = sorted(named_arges(folder) - before)
    if done.returncode or left:
        yield f"removed, it leaves {left}\n{done.stdout}{done.stderr}"


def check_package(package, scratch):
    folder = scratch / "package"
    must("dpkg-deb", "-x", package, folder)
    yield from check_contents(folder, "Debian package", [])
    depends = must("dpkg-deb", "-f", package, "Depends")
    for library in ("libz3", "libclang", "libppl", "libgmp"):
        if library not in depends:
            yield f"Debian package: it depends on {depends}, and not on {library}"
    owners = set(re.findall(r"^\S+ (\S+)", must("dpkg-deb", "-c", package), re.MULTILINE))
    if owners != {"root/root"}:
        yield f"Debian package: files belong to {owners}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", required=True, help="whose build is packed")
    preset = parser.parse_args().preset
    package, archive = make_packages(preset)
    (ROOT / "build" / "scratch").mkdir(exist_ok=True)
    skipped = ""
    with tempfile.TemporaryDirectory(dir=ROOT / "build" / "scratch") as name:
        scratch = Path(name)
        found = [*check_archive(archive, scratch), *check_package(package, scratch)]
        try:
            found += check_debian(package, archive, scratch)
        except Skip as reason:
            skipped = str(reason)
    print("\n".join(found))
    if found:
        return 1
    if skipped:
        print(f"skipped the part in a fresh Debian: {skipped}")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
