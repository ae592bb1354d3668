"""A cluster of Slurm on this machine, for tests: a controller and nodes of its own, with keys, ports and folders of their own."""
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

PROGRAMS = ["munged", "mungekey", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo", "scontrol"]
SLURM_CONF = """\
ClusterName=arges
SlurmctldHost={host}
SlurmctldPort={controller_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
ReturnToService=2
SlurmdParameters=config_overrides
SlurmdTimeout=4
SlurmctldTimeout=10
KillWait=2
MessageTimeout=20
JobRequeue=1
MailProg=/bin/true
SwitchType=switch/none
MpiDefault=none
{nodes}
PartitionName=all Nodes=ALL Default=YES State=UP
"""


class CannotStart(Exception):
    """There is no Slurm here, or it does not run on this machine."""


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens to at the moment."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Cluster:
    """Runs while it is entered; its processes are those that it started."""

    def __init__(self, folder: Path, nodes: int = 2) -> None:
        self.folder = folder
        self.names = [f"node{i + 1}" for i in range(nodes)]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        self.environment["PATH"] = os.environ["PATH"] + ":/usr/sbin:/sbin"

    def __enter__(self) -> "Cluster":
        if os.geteuid() != 0:
            raise CannotStart("only root can start a node")
        for program in PROGRAMS:
            if not shutil.which(program, path=self.environment["PATH"]):
                raise CannotStart(f"there is no {program}")
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self) -> None:
        controller_port, *ports = free_ports(len(self.names) + 1)
        host = socket.gethostname()
        nodes = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=4000 State=UNKNOWN"
                          for name, port in zip(self.names, ports))
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in ["state", *(f"spool-{name}" for name in self.names)]:
            (self.folder / name).mkdir()
        (self.folder / "slurm.conf").write_text(
            SLURM_CONF.format(host=f"{host}(127.0.0.1)", controller_port=controller_port, folder=self.folder, nodes=nodes))
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.call(["mungekey", "--create", f"--keyfile={self.folder}/munge.key"])
        self.launch("munge", ["munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
                              f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munge.pid",
                              f"--log-file={self.folder}/munge.log", f"--seed-file={self.folder}/munge.seed"])
        self.wait_until(lambda: (self.folder / "munge.socket").exists(), "munged did not start")
        self.launch("controller", ["slurmctld", "-D", "-c"])
        for name in self.names:
            self.start_node(name)
        self.wait_until(lambda: self.states().count("idle") == len(self.names), "the nodes did not come up")

    def launch(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.out").open("ab") as out:
            self.processes[name] = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out,
                                                    stdin=subprocess.DEVNULL, start_new_session=True)

    def call(self, command: list[str]) -> str:
        """What a program of Slurm says."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            raise CannotStart(f"{command[0]}: {done.stderr.strip()}")
        return done.stdout

    def states(self) -> list[str]:
        """One word a node."""
        try:
            return self.call(["sinfo", "--noheader", "--Node", "--format", "%T"]).split()
        except CannotStart:
            return []

    def start_node(self, name: str) -> None:
        self.launch(name, ["slurmd", "-D", "-N", name])

    def kill_node(self, name: str) -> None:
        """As if its power went: the node and all that runs on it, at once."""
        node = self.processes.pop(name)
        doomed = [node.pid, *descendants(node.pid)]
        # What a job runs is no child of the node's, but of who keeps the job.
        for pid, arguments in processes().items():
            if "slurmstepd" in arguments and self.is_of(pid, name):
                doomed += [pid, *descendants(pid)]
        for pid in doomed:
            kill(pid)
        node.wait()

    def is_of(self, pid: int, name: str) -> bool:
        """Whether a process that keeps a job has its files in the node's folder."""
        try:
            links = [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
        except OSError:
            return False
        return any(str(self.folder / f"spool-{name}") in link or str(self.folder / f"{name}.log") in link for link in links)

    def wait_until(self, holds, complaint: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                logs = "\n".join(f"{log.name}: {log.read_text(errors='replace')[-800:]}" for log in sorted(self.folder.glob("*.out")))
                raise CannotStart(f"{complaint}\n{logs}")
            time.sleep(0.2)

    def __exit__(self, *_: object) -> None:
        for name in [n for n in self.processes if n.startswith("node")]:
            self.kill_node(name)
        for process in self.processes.values():
            kill(process.pid)
            process.wait()
        self.processes.clear()


def kill(pid: int) -> None:
    """Ends a process of this cluster's, if it is there."""
    try:
        os.kill(pid, 9)
    except ProcessLookupError:
        pass


def processes() -> dict[int, str]:
    """The arguments of all processes."""
    result = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                result[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
    return result


def descendants(pid: int) -> list[int]:
    """All processes that come from one."""
    result = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                result += [int(child), *descendants(int(child))]
        except OSError:
            continue
    return result
