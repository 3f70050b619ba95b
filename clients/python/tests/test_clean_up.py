"""Nothing is left behind: no process, no folder, no cgroup, however the test's process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roost_device import Device, State

SCRIPT = """
import signal, sys, time
from roost_device import Device
# A shell that runs the tests in the background hands down that it is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
device = Device(apps=sys.argv[2:])
app = device.app("com.example.notes").launch()
shell = device.app("com.example.pynote").launch()
print(device.daemon.directory, app.pid, shell.pid, device.client.call("org.roost.Daemon.GetVersion")["pid"], flush=True)
match sys.argv[1]:
    case "raise": raise RuntimeError("the test went wrong")
    case "exit": sys.exit(3)
    case "sleep": time.sleep(600)
"""


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] == "Z"
    except FileNotFoundError:
        return True


def expect_nothing_left(folder: Path, pids: list[int]) -> None:
    """The guardian has no one to tell that it is done: it is looked for until it is."""
    end = time.monotonic() + 40
    while time.monotonic() < end and (folder.exists() or processes(folder) or not all(map(gone, pids))):
        time.sleep(0.01)
    assert not folder.exists()
    assert processes(folder) == []
    assert [pid for pid in pids if not gone(pid)] == []


def processes(folder: Path) -> list[Path]:
    return [path for path in Path("/proc").glob("[0-9]*/cmdline") if names(path, folder)]


def names(path: Path, folder: Path) -> bool:
    try:
        return os.fsencode(folder) in path.read_bytes()
    except OSError:
        return False


def run(roost_apps: list[Path], how: str) -> tuple[subprocess.Popen[str], Path, list[int]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, how, *map(str, roost_apps)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout
    folder, *pids = process.stdout.readline().split()
    return process, Path(folder), [int(pid) for pid in pids]


@pytest.mark.parametrize("how", ["raise", "exit", "fall off the end"])
def test_a_process_that_closes_nothing(roost_apps: list[Path], how: str) -> None:
    process, folder, pids = run(roost_apps, how)
    process.wait(timeout=60)
    expect_nothing_left(folder, pids)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_killed(roost_apps: list[Path], number: signal.Signals) -> None:
    process, folder, pids = run(roost_apps, "sleep")
    os.killpg(process.pid, number)
    process.wait(timeout=60)
    expect_nothing_left(folder, pids)


@pytest.mark.parametrize("cgroups", ["true", "false"])
def test_the_end_of_a_with_block(roost_apps: list[Path], cgroups: str) -> None:
    before = cgroup_folders()
    with pytest.raises(RuntimeError), Device(roost_apps, f"[cgroups]\nuse = {cgroups}\n") as device:
        pid = device.app("com.example.notes").launch().pid
        device.home()
        device.app("com.example.notes").wait_for(State.SUSPENDED)
        raise RuntimeError
    assert pid and gone(pid)
    assert not device.daemon.directory.exists()
    assert cgroup_folders() <= before


def test_a_daemon_that_was_killed(roost_apps: list[Path]) -> None:
    with Device(roost_apps) as device:
        pids = [device.app(f"com.example.{name}").launch().pid for name in ("notes", "pynote")]
        os.kill(device.client.call("org.roost.Daemon.GetVersion")["pid"], signal.SIGKILL)
    assert all(gone(pid) for pid in pids if pid)
    assert not device.daemon.directory.exists()


def cgroup_folders() -> set[Path]:
    return {path for path in Path("/sys/fs/cgroup").rglob("app-roost-*") if path.is_dir()}
