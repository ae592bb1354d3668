#!/usr/bin/env python3
"""Runs a campaign on a cluster of Slurm that is started for it: a controller and two nodes on this machine.

A node is stopped in the middle, with all that runs on it: no run may be lost, or counted twice, and the results must be those of
a campaign on this machine alone. Ends with 77 (skipped) where Slurm can't be started."""
import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from resume import TASKS, kept, table, wait_for, write_set
from slurm_cluster import CannotStart, Cluster

SKIPPED = 77


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arges", required=True)
    arges = str(Path(parser.parse_args().arges).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_set(folder)
        # Long enough for a node to fail in the middle.
        set_file = (folder / "set.yml").read_text().replace("'0.08'", "'0.8'")
        (folder / "set.yml").write_text(set_file)
        local = [arges, "bench", str(folder / "set.yml"), "--cores", "0"]
        subprocess.run([*local, "--out", str(folder / "local.db"), "--jobs", "2"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with Cluster(folder / "cluster") as cluster:
                return campaign(cluster, arges, folder, local) or changed_meanwhile(cluster, arges, folder)
        except CannotStart as reason:
            print(f"skipped: {reason}")
            return SKIPPED


def wait_long(holds: Callable[[], bool]) -> None:
    """A cluster takes its time."""
    for _ in range(6):
        wait_for(holds)


def changed_meanwhile(cluster: Cluster, arges: str, folder: Path) -> int:
    """A model that is another while a run reads it, and what it was when the result is taken over."""
    (folder / "waits.yml").write_text(f"name: waits\ncommand: [sh, -c, 'touch {folder}/begun; while [ ! -e {folder}/go ]; do sleep 0.1; done; cat \"$0\"', '{{file}}']\n"
                                      "verdicts: [{exit: 0, is: 'true'}]\n")
    (folder / "changed.yml").write_text("tasks: [{folder: ., files: m1.cfa}]\ntools: [waits.yml]\nconfigurations: [{tool: waits}]\n")
    model = folder / "m1.cfa"
    text = model.read_text()
    command = [arges, "bench", str(folder / "changed.yml"), "--out", str(folder / "changed.db"), "--executor", "slurm"]
    first = subprocess.Popen(command, env=cluster.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_long((folder / "begun").exists)
    first.kill()
    first.wait()
    model.write_text(text + "// another\n")
    (folder / "go").touch()
    wait_long(lambda: any(path.stat().st_size for path in folder.glob("changed.db.slurm/*.results")))
    model.write_text(text)
    second = subprocess.run(command, env=cluster.environment, capture_output=True, text=True, timeout=120, check=False)
    if second.returncode != 20 or "m1.cfa' was changed meanwhile" not in second.stderr:
        print(f"{second.returncode}: {second.stdout}{second.stderr}")
        return 1
    return subprocess.run(command, env=cluster.environment, stdout=subprocess.DEVNULL, timeout=120, check=False).returncode


def campaign(cluster: Cluster, arges: str, folder: Path, local: list[str]) -> int:
    """Runs it, stops a node, and compares."""
    results = folder / "cluster.db"
    command = [*local, "--out", str(results), "--executor", "slurm", "--chunk-size", "4"]
    with (folder / "campaign.out").open("w") as out:
        process = subprocess.Popen(command, env=cluster.environment, stdout=out, stderr=out)
    end = time.monotonic() + 120
    while len(kept(results)) < 5 and time.monotonic() < end and process.poll() is None:
        time.sleep(0.1)
    found = len(kept(results))
    cluster.kill_node("node1")
    print(f"node1 stopped after {found} of {3 * TASKS} results")
    # The cluster notices, and has the other node do it; later the first one is back.
    time.sleep(8)
    cluster.start_node("node1")
    try:
        code = process.wait(timeout=240)
    except subprocess.TimeoutExpired:
        process.kill()
        print("the campaign did not end\n" + cluster.call(["squeue"]) + (folder / "campaign.out").read_text())
        return 1
    complaints = []
    if code != 0:
        complaints.append(f"exit code {code}: {(folder / 'campaign.out').read_text()}")
    if not 0 < found < 3 * TASKS:
        complaints.append("the node was not stopped in the middle")
    if table(arges, results) != table(arges, folder / "local.db"):
        complaints.append("the results are not those of a campaign on this machine")
    if len(kept(results)) != 3 * TASKS:
        complaints.append(f"{len(kept(results))} results instead of {3 * TASKS}")
    for complaint in complaints:
        print(complaint)
    print(f"{len(kept(results))} results, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
