"""A headless Chromium that shows the console, and the private device behind it, for the tools that use both."""
import base64
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(ROOT, "build", "bin")
FORM = "com.example.form"
# Seconds in which anything that is waited for has to be there; longer than any busy machine takes.
PATIENCE = 30
# The key by which WebDriver names an element (W3C WebDriver, section 12.1).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

checks = {"failed": 0}


class Failure(Exception):
    pass


def check(name, holds, detail=""):
    checks["failed"] += not holds
    print(f"ok - {name}" if holds else f"not ok - {name}: {detail}", flush=True)


def until(name, holds):
    """Waits, and says what it was; the last answer is the detail of a failure."""
    give_up = time.monotonic() + PATIENCE
    answer = None
    while time.monotonic() < give_up:
        answer = holds()
        if answer is True:
            return check(name, True)
        time.sleep(0.05)
    check(name, False, f"after {PATIENCE} s: {answer}")
    raise Failure(name)


class Browser:
    """A session of chromedriver, by plain W3C WebDriver."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env={**os.environ, "HOME": folder, "TMPDIR": folder})
        port = None
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                port = line.rstrip().rstrip(".").rpartition(" ")[2]
                break
        if not port:
            raise Failure("chromedriver did not start")
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--window-size=1280,1000", "--lang=en", f"--user-data-dir={folder}/profile"]
        # Chromium's sandbox refuses root.
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.url += f"/session/{session['sessionId']}"

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(f"{method} {path}: {json.load(error)['value']['message'].splitlines()[0]}")

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click", {})

    def sees(self, selector):
        return self.run("const e = document.querySelector(arguments[0]); return Boolean(e && e.checkVisibility())",
                        selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def keys(self, text):
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def finger(self, *points, rests=0):
        """Touches at the first point of the window, moves over the others, rests so many milliseconds, and leaves."""
        actions = []
        for number, (x, y) in enumerate(points):
            actions.append({"type": "pointerMove", "duration": 0 if number == 0 else 40, "x": round(x), "y": round(y)})
            if number == 0:
                actions.append({"type": "pointerDown", "button": 0})
        actions.append({"type": "pause", "duration": rests})
        actions.append({"type": "pointerUp", "button": 0})
        self.ask("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions}]})

    def resize(self, width, height):
        self.ask("POST", "/window/rect", {"width": width, "height": height})

    def screenshot(self, file):
        with open(file, "wb") as output:
            output.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def complaints(self):
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]

    def stop(self):
        try:
            if "/session/" in self.url:
                self.ask("DELETE", "")
        except (Failure, OSError):
            pass
        # With all that Chromium has left, which is ours to wait for (PR_SET_CHILD_SUBREAPER).
        os.killpg(self.driver.pid, signal.SIGTERM)
        self.driver.wait()
        self.driver.stdout.close()


class Device:
    """What `make console` starts, and roostctl beside it."""

    def __init__(self, apps, options):
        self.process = subprocess.Popen(
            [os.path.join(ROOT, "tools", "console"), apps, *options], stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.socket = self.word("ROOST_SOCKET=")
        self.address = next(word for word in self.line("open ").split() if word.startswith("http"))

    def line(self, part):
        for line in self.process.stdout:
            if part in line:
                return line
        raise Failure("tools/console ended")

    def word(self, part):
        return self.line(part).strip().partition(part)[2]

    def ctl(self, *arguments):
        done = subprocess.run([os.path.join(BIN, "roostctl"), *arguments, "--socket", self.socket],
                              text=True, capture_output=True)
        if done.returncode != 0:
            raise Failure(f"roostctl {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def launch(self, app, fault):
        """With an argument that tells the app to do something wrong; a launch that does not end well is none of ours."""
        subprocess.run([os.path.join(BIN, "roostctl"), "launch", app, "--socket", self.socket, "--", fault],
                       capture_output=True)

    def state(self, app):
        return json.loads(self.ctl("status", app, "--json"))["state"]

    def values(self):
        return {element["identifier"]: element.get("value") or element.get("label") or ""
                for element in json.loads(self.ctl("elements", FORM, "--json")) if element.get("identifier")}

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def orphans_end():
    """Waits for what Chromium has started and left; None when all have ended."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
        except ChildProcessError:
            return None
    return "some process runs still"


def why_not():
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return f"{program} is missing; install Debian's chromium and chromium-driver"
    return None


def play(scene, make_apps=lambda folder: None, options=()):
    """Calls scene(browser, device) with both, the device with options of tools/console, ends them and leaves nothing; 1 when a check has failed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    # prctl(2), PR_SET_CHILD_SUBREAPER: whatever loses its parent here becomes ours, and none is left.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    folder = tempfile.mkdtemp(prefix="roost-console-test-")
    browser = device = None
    try:
        apps = os.path.join(folder, "apps")
        os.makedirs(apps)
        make_apps(apps)
        device = Device(apps, options)
        browser = Browser(folder)
        scene(browser, device)
    except Failure as failure:
        check("the console is played to its end", False, failure)
    finally:
        if browser:
            browser.stop()
        if device:
            device.stop()
        left = orphans_end()
        check("no process is left", left is None, left)
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if checks["failed"] else 0
