"""Kills roostd.service's daemon again and again while others use it; then holds what was acknowledged against what is.

usage: kills.py COUNT
"""
import collections, json, os, random, signal, subprocess, sys, threading, time

seed = int(os.environ.get("ROOST_KILLS_SEED", random.randrange(1 << 32)))
print("ROOST_KILLS_SEED", seed)
apps = [app["id"] for app in json.loads(subprocess.check_output(["roostctl", "apps", "--json"]))]
# One that is made to misbehave is no witness.
apps = [app for app in apps if app != "com.example.faulty"]
lock = threading.Lock()
launched, ended = collections.defaultdict(set), collections.defaultdict(set)
answers = []
over = threading.Event()


def roostctl(*words):
    """What it answered; None when it was refused or nobody was there."""
    run = subprocess.run(["roostctl", *words, "--json"], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        return None
    answers.append(words)
    return json.loads(run.stdout) if run.stdout.strip() else None


def use(choice):
    while not over.is_set():
        app = choice.choice(apps)
        wish = choice.randrange(10)
        if wish == 0:
            roostctl("home")
        elif wish in (1, 2):
            record = roostctl("quit" if wish == 1 else "terminate", app)
            pid = ((record or {}).get("exit") or {}).get("pid")
            if pid:
                with lock:
                    ended[app].add(pid)
        else:
            running = roostctl("launch", app)
            if running and running.get("pid"):
                with lock:
                    launched[app].add(running["pid"])


def main_pid():
    return int(subprocess.check_output(["systemctl", "show", "-P", "MainPID", "roostd.service"]))


choice = random.Random(seed)
users = [threading.Thread(target=use, args=(random.Random(seed + number),)) for number in range(4)]
for user in users:
    user.start()
kills, before = 0, 0
while kills < int(sys.argv[1]):
    # A third while the daemon starts, the others while it serves. A few more would be too many for StartLimitBurst=.
    time.sleep(choice.random() * 0.1 if choice.randrange(3) == 0 else 0.25 + choice.random() * 0.35)
    pid = main_pid()
    if pid and pid != before:
        os.kill(pid, signal.SIGKILL)
        kills, before = kills + 1, pid
over.set()
for user in users:
    user.join()


def faults():
    # Of each app by itself: all together may be more than one answer tells.
    exits = [record for app in apps for record in roostctl("exits", app)]
    now = {app["id"]: app for app in roostctl("apps")}
    for app in apps:
        for record in exits:
            if record["app"] == app and not record["pid"]:
                yield f"{app} did not come to be: {record['text']}"
        records = [record["pid"] for record in exits if record["app"] == app]
        if len(records) != len(set(records)):
            yield f"{app} has two records of one process: {records}"
        for pid in launched[app] - set(records) - {now[app]["pid"]}:
            yield f"{app} {pid} is gone without a record"
        for pid in ended[app] - set(records):
            yield f"the end of {app} {pid} was told, and is forgotten"
        pid = now[app]["pid"]
        if pid:
            try:
                stopped = "frozen 1" in open(cgroup(pid) + "/cgroup.events").read()
            except OSError:
                yield f"{app} {pid} is no more"
                continue
            if stopped != (now[app]["state"] == "suspended"):
                yield f"{app} {pid} is {now[app]['state']}, and frozen: {stopped}"


def cgroup(pid):
    line = next(line for line in open(f"/proc/{pid}/cgroup") if line.startswith("0::"))
    return "/sys/fs/cgroup" + line.strip()[3:]


deadline = time.monotonic() + 20
while (found := list(faults())) and time.monotonic() < deadline:
    time.sleep(0.1)
counted = sum(map(len, launched.values()))
summary = f"{kills} kills, {len(answers)} answers, {counted} processes seen, {sum(map(len, ended.values()))} ends told"
print(summary)
if found:
    # Before them: of a long text the last lines are shown.
    journal = subprocess.run(
        ["journalctl", "-u", "roostd.service", "-o", "cat", "-p", "warning", "-n", "40", "-t", "roostd"],
        capture_output=True, text=True)
    found = journal.stdout.splitlines() + found + [f"ROOST_KILLS_SEED={seed}: {summary}"]
# On a slow machine few commands meet a daemon that lives long enough to answer.
sys.exit("\n".join(found) if found else 0 if len(answers) > kills // 10 else "too little happened to tell")
