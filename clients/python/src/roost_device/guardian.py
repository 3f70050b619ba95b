"""Stands between a test and its private daemon: when the test's process is gone, however it ended, the guardian ends the
daemon and its apps and removes their folder.

It runs on its own, without the package. It says `ready` on standard output when the daemon serves, and `ended` when the
daemon did not come so far. It reads commands from standard input: `restart SIGNAL` ends the daemon by that signal and
starts it again. The end of the input is the end of the test.

usage: guardian.py FOLDER COMMAND...
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import threading
from typing import IO

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # <linux/prctl.h>
# By then a daemon has ended its apps: its own deadlines are shorter.
PATIENCE = 30.0


def end_with_parent() -> None:
    """Where the guardian itself is killed, the daemon ends as if it were told to."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def private(path: str, flags: int) -> int:
    """Opens a file that others may not read: apps and the daemon may say anything in it."""
    return os.open(path, flags, 0o600)


def keep(output: IO[bytes], path: str) -> None:
    with open(path, "ab", opener=private) as file, output:
        shutil.copyfileobj(output, file)


class Guarded:
    """The daemon. The apps of one that is killed become children of this process."""

    def __init__(self, folder: str, command: list[str]) -> None:
        self.folder = folder
        self.command = command
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        with open(os.path.join(self.folder, "log"), "ab", opener=private) as log:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        output = process.stdout
        assert output
        serves = output.readline().startswith(b"listening on ")
        print("ready" if serves else "ended", flush=True)
        threading.Thread(target=keep, args=(output, os.path.join(self.folder, "output")), daemon=True).start()
        return process

    def restart(self, number: int) -> None:
        self.process.send_signal(number)
        self.process.wait()
        self.process = self.start()

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        kill_children()
        shutil.rmtree(self.folder, ignore_errors=True)


def kill_children() -> None:
    """Kills what is left. The children of a process that ends become this one's, and are next."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = [int(word) for word in file.read().split()]
        for child in children:
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def main() -> None:
    # Ctrl-C is the test's to handle. When the test ends, the input does.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    guarded = Guarded(sys.argv[1], sys.argv[2:])
    for line in sys.stdin:
        _, wanted = line.split()
        guarded.restart(int(wanted))
    guarded.end()


main()
