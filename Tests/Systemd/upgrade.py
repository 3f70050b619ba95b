"""Replaces roostd.service's daemon by other versions while twenty apps take input without a pause.

usage: upgrade.py VERSIONS [previous]
VERSIONS is the folder of the other daemons; previous is gone back to as well if it is said.
"""
import collections, json, os, subprocess, sys, threading, time

versions, goes_back = sys.argv[1], "previous" in sys.argv[2:]
COUNT, STEP, LIMIT = 20, 5, 60
apps = [f"com.example.busy{number:02}" for number in range(COUNT)]
folder = "/usr/local/share/roost/apps"
lock = threading.Lock()
acknowledged = collections.defaultdict(list)
tried_again = collections.defaultdict(set)
over = threading.Event()

APP = '''#!/usr/bin/env python3
import json, os
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]), encoding="utf-8")
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w", encoding="utf-8")
os.makedirs(os.path.join(os.environ["HOME"], "Documents"), exist_ok=True)
seen = open(os.path.join(os.environ["HOME"], "Documents", "seen"), "a", buffering=1)
def send(message):
    replies.write(json.dumps(message) + "\\n")
    replies.flush()
send({"hello": {"protocol": 1, "library": "busy/1"}})
for line in events:
    event = json.loads(line)
    seen.write(line)
    send({"ack": event["seq"], "result": {"handled": True}})
'''


def plist(identifier):
    keys = {"CFBundleIdentifier": identifier, "CFBundleExecutable": "busy", "CFBundleVersion": "1",
            "CFBundleShortVersionString": "1", "CFBundleName": "Busy", "CFBundlePackageType": "APPL"}
    members = "".join(f"<key>{key}</key><string>{value}</string>" for key, value in keys.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>{members}</dict></plist>\n'


def roostctl(*words):
    run = subprocess.run(["roostctl", *words, "--json"], capture_output=True, text=True, timeout=LIMIT)
    return run.returncode, run.stdout, run.stderr


def wait(what, is_so):
    deadline = time.monotonic() + LIMIT
    while not is_so():
        if time.monotonic() > deadline:
            sys.exit(f"waited in vain for {what}")
        time.sleep(0.01)


def make(app):
    bundle = f"{folder}/{app.rsplit('.', 1)[1]}.app"
    os.makedirs(bundle, exist_ok=True)
    with open(f"{bundle}/Info.plist", "w") as file:
        file.write(plist(app))
    with open(f"{bundle}/busy", "w") as file:
        file.write(APP)
    os.chmod(f"{bundle}/busy", 0o755)


def use(app):
    number = 0
    while not over.is_set():
        number += 1
        while True:
            status, _, said = roostctl("input", app, json.dumps({"n": number}))
            if status == 0:
                break
            # The daemon went before it answered; whether the app has had it nobody says.
            tried_again[app].add(number)
            if over.is_set():
                return
        with lock:
            acknowledged[app].append(number)


def seen_by_all():
    """State and process of each app."""
    status, out, _ = roostctl("apps")
    if status != 0:
        return None
    return {app["id"]: (app["state"], app.get("pid")) for app in json.loads(out) if app["id"] in apps}


def main_pid():
    return int(subprocess.check_output(["systemctl", "show", "-P", "MainPID", "roostd.service"]))


def replace(version, by):
    """Returns when the other version serves, and every app has had more to do."""
    old = main_pid()
    subprocess.run(["cp", version, "/usr/bin/roostd.new"], check=True)
    os.replace("/usr/bin/roostd.new", "/usr/bin/roostd")
    if by == "restart":
        subprocess.run(["systemctl", "restart", "roostd.service"], check=True)
    elif by == "kill":
        os.kill(old, 9)
    wait(f"{version} to serve", lambda: main_pid() not in (0, old) and roostctl("version")[0] == 0)
    with lock:
        before = {app: len(acknowledged[app]) for app in apps}
    wait(f"every app to take input from {version}", lambda: all(len(acknowledged[a]) >= before[a] + STEP for a in apps))
    after = seen_by_all()
    for app in apps:
        if after.get(app) != begun[app]:
            sys.exit(f"under {version}, by {by}: {app} was {begun[app]} and is {after.get(app)}")
    print(f"{version}, by {by}: every app is as it was")


for app in apps:
    make(app)
subprocess.run(["systemctl", "reload", "roostd.service"], check=True)
for app in apps:
    status, _, said = roostctl("launch", app)
    if status != 0:
        sys.exit(f"unable to launch {app}: {said}")
begun = seen_by_all()
threads = [threading.Thread(target=use, args=[app]) for app in apps]
for thread in threads:
    thread.start()
try:
    this, other = "/usr/bin/roostd.this", f"{versions}/next"
    replace(other, "restart")
    replace(this, "restart")
    # The one that follows has another model: it holds the apps without the detail.
    replace(other, "kill")
    replace(this, "kill")
    if goes_back:
        replace(f"{versions}/previous", "restart")
        replace(this, "restart")
    else:
        print("the previous daemon wrote the first format, and is not gone back to")
finally:
    over.set()
    for thread in threads:
        thread.join()

wrong = 0
for app in apps:
    with open(f"/var/lib/roost/containers/{app}/Documents/seen") as file:
        events = [json.loads(line) for line in file]
    numbers = [event["seq"] for event in events]
    counts = collections.Counter(event["payload"]["n"] for event in events if event["event"] == "input")
    lost = [number for number in acknowledged[app] if not counts[number]]
    doubled = [number for number, count in counts.items() if count > 1 and number not in tried_again[app]]
    names = [event["event"] for event in events if event["event"] != "input"]
    if lost or doubled or sorted(set(numbers)) != numbers or names != ["launch", "didBecomeActive"]:
        wrong += 1
        print(f"{app}: lost {lost}, doubled {doubled}, told {names}, numbers in order {sorted(set(numbers)) == numbers}")
print(f"{sum(map(len, acknowledged.values()))} inputs were acknowledged, {sum(map(len, tried_again.values()))} sent again")
sys.exit(1 if wrong else 0)
