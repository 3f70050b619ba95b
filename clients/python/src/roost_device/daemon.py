"""A daemon of a test's own: a real roostd in a folder that nobody else uses, gone when the test is."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from .errors import NotStarted

GUARDIAN = Path(__file__).with_name("guardian.py")
PATIENCE = 30.0

# The pressure, swap, cgroups and network of the machine change no test that is not about them.
CALM = {
    "memory": ["stalls = false", "push-out = false"],
    "cgroups": ["use = false"],
    "sources": ["network = false"],
    "log": ['app-output = "file"'],
}


class PrivateDaemon:
    """A running roostd with its own runtime, state and apps directories. `close` ends it, its apps and its files; so does
    the end of this process, however it comes."""

    def __init__(
        self,
        apps: Iterable[str | os.PathLike[str]],
        configuration: str = "",
        roostd: str | os.PathLike[str] = "roostd",
        bus: str | None = None,
    ) -> None:
        """Starts roostd and returns when it serves.

        apps:           bundles, and folders of bundles.
        configuration:  the text of its roostd.toml(5). Keys that it does not set are set so that the machine disturbs no
                        test: no pressure from its memory, no cgroups. As root, apps run as root too, since others may
                        not enter a checkout in /root.
        roostd:         the program: a path, or a name to look for in PATH.
        bus:            the address of a system bus. The machine's own is never used.
        """
        program = shutil.which(roostd)
        if program is None:
            raise NotStarted(
                f"unable to start {os.fspath(roostd)}: there is no such program in PATH; "
                "build it with `make build` and put build/bin into PATH"
            )
        bundles = list(_bundles(apps))
        self.directory = Path(tempfile.mkdtemp(prefix="roost-device-"))
        # Apps with users of their own pass through it. One who lists it may hold its lock, and the daemon waits for that.
        self.directory.chmod(0o711)
        try:
            (self.directory / "apps").mkdir(mode=0o711)
            for bundle in bundles:
                (self.directory / "apps" / bundle.name).symlink_to(bundle)
            settings = self.directory / "roostd.toml"
            settings.touch(mode=0o600)
            settings.write_text(_complete(configuration))
            self._guardian = self._start(program, bus)
            self._wait_until_ready(program)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> PrivateDaemon:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def socket(self) -> str:
        """The socket that it listens on, for `Device.connect` or `roostctl --socket`."""
        return str(self.directory / "run" / "control")

    @property
    def state_directory(self) -> Path:
        """The folder of its records, containers and logs."""
        return self.directory / "state"

    @property
    def log(self) -> str:
        """The text that it has written to standard error."""
        return _text(self.directory / "log")

    def output(self, app: str) -> str:
        """The text that an app has printed."""
        return _text(self.state_directory / "logs" / f"{app}.log")

    def restart(self, after: signal.Signals = signal.SIGTERM) -> None:
        """Ends it by a signal and starts it again in the same folder."""
        stdin = self._guardian.stdin
        assert stdin
        stdin.write(f"restart {after.value}\n")
        stdin.flush()
        self._wait_until_ready("roostd")

    def close(self) -> None:
        """Ends it as systemd would, and returns when it, all its apps and its folder are gone."""
        guardian = getattr(self, "_guardian", None)
        if guardian is not None:
            for stream in (guardian.stdin, guardian.stdout):
                stream.close()
            guardian.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def _start(self, program: str, bus: str | None) -> subprocess.Popen[str]:
        folder = str(self.directory)
        places = ["--config", f"{folder}/roostd.toml", "--runtime-dir", f"{folder}/run"]
        places += ["--state-dir", f"{folder}/state", "--apps", f"{folder}/apps"]
        return subprocess.Popen(
            [sys.executable, "-I", str(GUARDIAN), folder, os.path.abspath(program), *places],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # A signal for the test's whole process group, such as of Ctrl-C, does not reach it.
            start_new_session=True,
            env={
                **{name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"},
                # sd_bus_open_system(3) connects to it.
                "DBUS_SYSTEM_BUS_ADDRESS": bus or f"unix:path={folder}/no-bus",
            },
        )

    def _wait_until_ready(self, program: str) -> None:
        stdout = self._guardian.stdout
        assert stdout
        if not select.select([stdout], [], [], PATIENCE)[0]:
            raise NotStarted(f"unable to start {program}: it does not serve after {PATIENCE:g} s; {self._said()}")
        if stdout.readline() != "ready\n":
            raise NotStarted(f"unable to start {program}: {self._said()}")

    def _said(self) -> str:
        return self.log.strip() or "it said nothing"


def _bundles(apps: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    for app in apps:
        path = Path(app).resolve()
        if (path / "Info.plist").is_file():
            yield path
            continue
        inner = sorted(plist.parent for plist in path.glob("*/Info.plist"))
        if not inner:
            raise NotStarted(f"unable to install {path}: it is neither a bundle nor a folder of bundles")
        yield from inner


def _complete(configuration: str) -> str:
    """The configuration, and the settings of CALM that it leaves out."""
    wanted = {**CALM, **({"apps": ['user = "root"']} if os.geteuid() == 0 else {})}
    lines = configuration.splitlines()
    for table, settings in wanted.items():
        start = next((at for at, line in enumerate(lines) if re.sub(r"\s", "", line) == f"[{table}]"), None)
        if start is None:
            lines += [f"[{table}]", *settings]
            continue
        end = next((at for at in range(start + 1, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
        given = {line.partition("=")[0].strip() for line in lines[start + 1 : end]}
        lines[start + 1 : start + 1] = [line for line in settings if line.partition("=")[0].strip() not in given]
    return "\n".join(lines) + "\n"


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except FileNotFoundError:
        return ""
