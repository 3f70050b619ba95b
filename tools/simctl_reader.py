"""Somebody who types the commands of docs/coming-from-simctl.md, and the apps that no sample is like: Notes and Mail,
one program that prints each event that it gets, draws a picture, and does what arguments and input say."""
import os
import plistlib
import select
import shlex
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{ROOT}/clients/python/src")
from roost_device import State  # noqa: E402

# Seconds in which anything that is waited for has to be there; longer than any busy machine takes.
PATIENCE = 30
NOTES, MAIL, FORM, TRACKER = (f"com.example.{name}" for name in ("notes", "mail", "form", "tracker"))
# The function that plays a row of the page, by the row's command.
LOOKS = {}


def looks(*words):
    """The function plays these commands, or rows that have none, and looks at what they have done."""
    def add(look):
        LOOKS.update(dict.fromkeys(words, look))
        return look
    return add


PROGRAM = """#!/usr/bin/env python3
import json, os, sys, time
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]))
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w")
told = sys.argv[1:]
requests, held = 0, None

def send(message):
    replies.write(json.dumps(message) + "\\n")
    replies.flush()

def ask(method, **params):
    global requests
    requests += 1
    send({"request": requests, "method": method, "params": params})

def say(message):
    print(json.dumps(message), flush=True)

send({"hello": {"protocol": 1, "library": "table/1"}})
say({"arguments": told, "LOG_LEVEL": os.environ.get("LOG_LEVEL")})
for line in events:
    event = json.loads(line)
    if "seq" not in event:
        continue
    payload = event.get("payload") or {}
    kind = payload.get("type")
    if kind != "picture":
        say(event)
    ack = {"ack": event["seq"]}
    if event["event"] == "launch":
        ack["result"] = {"handled": True}
        if "planned" in told:
            ask("submitTaskRequest", identifier="com.example.mail.refresh", kind="refresh", earliest=time.time() + 3600)
    elif event["event"] == "didEnterBackground" and "busy" in told:
        ask("beginBackgroundTask", name="upload")
    elif event["event"] in ("openURL", "presentNotification"):
        ack["result"] = {"handled": True}
    elif event["event"] == "backgroundEvent" and event.get("kind") == "task" and "slow" in told:
        held = event["seq"]
        continue
    elif event["event"] == "expireEvent":
        send({"ack": held})
    elif kind == "picture":
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844"><rect width="390" height="844"/></svg>'
        ack["result"] = {"picture": "1", "svg": svg}
    elif kind == "leave":
        os._exit(payload["status"])
    send(ack)
    if event["event"] == "willTerminate":
        break
"""

INFO = {
    "notes": {
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["notes"]}],
        "NSCameraUsageDescription": "Notes takes pictures of what you write on paper.",
    },
    "mail": {
        "BGTaskSchedulerPermittedIdentifiers": ["com.example.mail.refresh"],
        "UIBackgroundModes": ["fetch", "remote-notification"],
    },
}


def make_app(folder, bundle):
    """Makes `bundle`, such as Notes.app, in the folder: its path."""
    name = bundle.removesuffix(".app").lower()
    path = os.path.join(folder, bundle)
    os.makedirs(path)
    keys = {"CFBundleIdentifier": f"com.example.{name}", "CFBundleExecutable": name, "CFBundlePackageType": "APPL"}
    with open(os.path.join(path, "Info.plist"), "wb") as file:
        plistlib.dump({**keys, **INFO[name]}, file)
    with open(os.path.join(path, name), "w") as file:
        file.write(PROGRAM)
    os.chmod(os.path.join(path, name), 0o755)
    return path


class Reader:
    """Somebody who types the page's commands in a folder with the page's files."""

    def __init__(self, device, folder):
        self.device, self.folder, self.words, self.typed = device, folder, "", False
        self.started = []
        self.surroundings = {**os.environ, "ROOST_SOCKET": device.daemon.socket}
        self.notes, self.mail, self.form, self.tracker = (device.app(id) for id in (NOTES, MAIL, FORM, TRACKER))

    def type(self, words=None, status=0):
        """What the command, or the row's own, has printed."""
        self.typed = self.typed or words is None
        run = subprocess.run(
            [f"{ROOT}/build/bin/roostctl", *shlex.split(words or self.words)], cwd=self.folder, env=self.surroundings,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert run.returncode == status, f"`{words or self.words}` exits with {run.returncode}: {run.stderr.strip()}"
        return run.stdout + run.stderr

    def start(self, terminal=None):
        """The row's command, which goes on until it is stopped."""
        self.typed = True
        end = subprocess.PIPE if terminal is None else terminal
        process = subprocess.Popen(
            [f"{ROOT}/build/bin/roostctl", *shlex.split(self.words)], cwd=self.folder, env=self.surroundings,
            stdin=subprocess.DEVNULL if terminal is None else terminal, stdout=end, stderr=end, start_new_session=True)
        self.started.append(process)
        return process

    def end_what_goes_on(self):
        for process in self.started:
            process.kill()
            process.wait()
        self.started = []

    def afresh(self, app, *arguments, suspended=False):
        """The app in front, or suspended, in a new process."""
        if app.id == NOTES:
            self.installed()
        self.ended(app)
        app.launch(arguments=arguments)
        if suspended:
            self.device.home()
            app.wait_for(State.SUSPENDED)
        return app

    def ended(self, app):
        if app.state is not State.NOT_RUNNING:
            app.terminate()

    def installed(self):
        if NOTES not in [app.id for app in self.device.apps]:
            self.type("install Notes.app")

    def told(self, app, mark, *words):
        """Waits until the app has said that it got all this since `mark`, a length of its output."""
        until(f"{app.id} was told {words}", lambda: any(
            all(word in line for word in words) for line in app.output[mark:].splitlines()))


def until(what, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it never came true that {what}"
        time.sleep(0.01)


def read_until(what, source, word):
    """Reads a descriptor until the word came."""
    end, said = time.monotonic() + PATIENCE, b""
    while word.encode() not in said:
        left = end - time.monotonic()
        assert left > 0 and select.select([source], [], [], left)[0], f"no {word} in {what}: {said}"
        some = os.read(source, 65536)
        assert some, f"{what} has ended without {word}: {said}"
        said += some


def stop(process, status=None):
    process.send_signal(signal.SIGINT)
    ended = process.wait(PATIENCE)
    assert status is None or ended == status, f"it exits with {ended} when interrupted"
