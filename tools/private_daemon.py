# A private roostd with a static C app and the sample app, and the operations that are counted and laid out (tools/costs, tools/layout).
import json
import mmap
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOSTD = ROOT + "/build/bin/roostd"
APP = "org.roost.costs.app"
# A UIKit app.
SAMPLE = "com.example.notes"
IDLE = "ten idle seconds"
# Of an app of whose user there are others.
SHARED = "launch, one user"
PATIENCE = 60
CONFIGURATION = """
[apps]
user = "{}"
[log]
app-output = "file"
[sources]
logind = false
upower = false
timedate = false
locale = false
network = false
[memory]
stalls = false
"""
PLIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>{}</string>
<key>CFBundleExecutable</key><string>tiny</string></dict></plist>
"""


def why_no_daemon():
    """The reason why none can run here as on a device; None: it can."""
    with open("/proc/mounts") as file:
        trees = [line.split()[1] for line in file if line.split()[2] == "cgroup2"]
    if not any(os.access(tree, os.W_OK) for tree in trees):
        return "the limits are those of a daemon with cgroups, and there is no cgroup v2 to write to"
    if os.geteuid() != 0:
        return "to trace a daemon of this machine's configuration takes root"
    return None


def until(what, condition):
    """Waits for a condition, looking again and again; nothing that is counted depends on how long it takes."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"not ok - waited in vain for {what}")
        time.sleep(0.005)


class Client:
    """One Varlink connection."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def call(self, method, **parameters):
        self.socket.sendall(json.dumps({"method": "org.roost." + method, "parameters": parameters}).encode() + b"\0")
        while b"\0" not in self.rest:
            received = self.socket.recv(65536)
            if not received:
                sys.exit(f"not ok - roostd has closed the connection at {method}")
            self.rest += received
        reply, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(reply)
        if "error" in reply:
            sys.exit(f"not ok - {method}: {reply}")
        return reply["parameters"]


class Threads:
    """All threads of a process that somebody has started."""

    def __init__(self, pid):
        self.pid = pid

    def tasks(self):
        return [int(task) for task in os.listdir(f"/proc/{self.pid}/task")]

    def field(self, name):
        for task in self.tasks():
            try:
                with open(f"/proc/{self.pid}/task/{task}/{name}") as file:
                    yield file.read()
            except FileNotFoundError:
                pass

    def states(self):
        return [text.rpartition(")")[2].split()[0] for text in self.field("stat")]

    def settle(self):
        """Waits until all of them have slept for a while: what they were asked for is done."""
        calm = 0

        def is_calm():
            nonlocal calm
            calm = calm + 1 if all(state in "St" for state in self.states()) else 0
            return calm >= 12
        until(f"process {self.pid} to come to rest", is_calm)

    def faults(self):
        """Of the first thread, which the loop is on: others come and go."""
        with open(f"/proc/{self.pid}/task/{self.pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[7])


class Daemon(Threads):
    """A private roostd, whose allocations are counted, with apps of this user; "" for a user each."""

    def __init__(self, folder, library, user):
        self.folder = folder
        with open(folder + "/roostd.toml", "w") as file:
            file.write(CONFIGURATION.format(user))
        self.counters_file = folder + "/counters"
        with open(self.counters_file, "wb") as file:
            file.write(bytes(4096))
        with open(self.counters_file, "r+b") as file:
            self.counters = mmap.mmap(file.fileno(), 4096)
        environment = {
            "PATH": "/usr/bin:/bin", "LD_PRELOAD": library, "ROOST_COUNTERS": self.counters_file,
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/no-bus",
        }
        with open(folder + "/log", "w") as log:
            self.process = subprocess.Popen(
                [ROOSTD, "--config", folder + "/roostd.toml", "--runtime-dir", folder + "/run" + user, "--state-dir",
                 folder + "/state" + user, "--apps", folder + "/apps"], env=environment, stdout=subprocess.PIPE, stderr=log)
        self.runtime = folder + "/run" + user
        super().__init__(self.process.pid)
        self.process.stdout.readline()
        self.client = Client(self.runtime + "/control")

    def allocations(self):
        return struct.unpack_from("qq", self.counters)

    def switches(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/status") as file:
            return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.MULTILINE)[1])

    def logged(self):
        """Bytes of the newest log, whose file is longer than what is in it."""
        folder = self.runtime + "/state"
        logs = [name for name in os.listdir(folder) if name.startswith("log-")]
        with open(f"{folder}/{max(logs, key=lambda name: int(name[4:]))}", "rb") as file:
            return len(file.read().rstrip(b"\0"))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()


class Operations:
    """The operations that are counted: how each is prepared, and done. The kernel's view of the app tells when a suspension is
    done."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.client = daemon.client
        self.names = ["control call", "event", "suspension", "resumption", "exit", "launch", IDLE]

    def pid(self):
        return self.client.call("Apps.Status", id=APP)["app"].get("pid")

    def launch(self):
        self.client.call("Apps.Launch", id=APP)

    def home(self):
        self.client.call("Device.Home")
        until("the suspension", lambda: self.state_of(self.process) in "Tt")

    @staticmethod
    def state_of(pid):
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return "X"

    def prepare(self, name):
        if name in ("launch", SHARED):
            if self.pid():
                self.client.call("Apps.Terminate", id=APP)
        else:
            self.launch()
        self.process = self.pid()
        if name == "resumption":
            self.home()

    def do(self, name):
        if name == "control call":
            self.client.call("Daemon.GetVersion")
        elif name == "event":
            self.client.call("Apps.SendInput", id=APP, input='{"type":"tap"}')
        elif name == "suspension":
            self.home()
        elif name == "exit":
            self.client.call("Apps.Terminate", id=APP)
        elif name == IDLE:
            time.sleep(10)
        else:
            self.launch()

    def around(self, name, begin, end):
        self.prepare(name)
        self.daemon.settle()
        before = begin()
        self.do(name)
        self.daemon.settle()
        return end(before)


def furnish(folder, crowd=0):
    """Makes the apps in a new folder, `crowd` more of the C app among them; returns the library that counts allocations."""
    # The apps' users go through it.
    os.chmod(folder, 0o755)
    os.mkdir(folder + "/apps")
    subprocess.run(["cc", "-O2", "-static", "-o", folder + "/tiny", ROOT + "/Benchmarks/programs/tiny.c"], check=True)
    library = folder + "/allocations.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, ROOT + "/Tests/Costs/allocations.c"], check=True)
    for name in [APP] + [f"{APP}.{number}" for number in range(crowd)]:
        bundle = f"{folder}/apps/{name}.app"
        os.mkdir(bundle)
        os.link(folder + "/tiny", bundle + "/tiny")
        with open(bundle + "/Info.plist", "w") as file:
            file.write(PLIST.format(name))
    # The checkout may be where they may not go.
    shutil.copytree(ROOT + "/build/apps/notes.app", folder + "/apps/notes.app")
    return library
