"""A look at what those commands of docs/coming-from-simctl.md have done that install, launch, end and wake apps."""
import json
import os
import re
import signal

from simctl_reader import FORM, MAIL, NOTES, PATIENCE, ROOT, TRACKER, State, looks, read_until, stop, until


# Bundles


@looks("`boot`, `shutdown`")
def _(reader):
    unit = open(f"{ROOT}/config/systemd/roostd.service").read()
    assert "Type=notify" in unit, "there is no unit roostd.service"
    reader.typed = True


@looks("install Notes.app")
def _(reader):
    reader.type()
    assert reader.notes.state is State.NOT_RUNNING
    reader.type(f"verify {NOTES}")


@looks("uninstall com.example.notes")
def _(reader):
    data = reader.afresh(reader.notes).container
    reader.ended(reader.notes)
    reader.type()
    assert NOTES not in [app.id for app in reader.device.apps] and data.is_dir()


@looks("apps --json", "apps")
def _(reader):
    reader.installed()
    assert all(id in reader.type() for id in (NOTES, MAIL, FORM, TRACKER))
    if reader.words.endswith("--json"):
        assert {app["state"] for app in json.loads(reader.type())} <= {state.value for state in State}


@looks("status com.example.notes --json", "status com.example.notes")
def _(reader):
    pid = reader.afresh(reader.notes).pid
    if reader.words.endswith("--json"):
        status = json.loads(reader.type())
        assert (status["state"], status["pid"]) == ("active", pid)
        assert {"scenes", "assertions", "lastExit"} <= set(status)
    else:
        assert re.search(rf"state +active\n(.*\n)*pid +{pid}\n", reader.type())


@looks("container com.example.notes")
def _(reader):
    reader.afresh(reader.notes)
    assert os.path.isdir(reader.type().strip() + "/Documents")


@looks("container com.example.notes --bundle")
def _(reader):
    reader.installed()
    assert os.path.isfile(reader.type().strip() + "/Info.plist")


# Life


@looks("launch com.example.notes", "launch com.example.notes -- -verbose",
       "launch com.example.notes --env LOG_LEVEL=debug")
def _(reader):
    reader.installed()
    reader.ended(reader.notes)
    mark = len(reader.notes.output)
    reader.type()
    assert reader.notes.state is State.ACTIVE
    reader.told(reader.notes, mark, '"arguments"', *[word for word in ("-verbose", "debug") if word in reader.words])


@looks("launch --console com.example.notes")
def _(reader):
    reader.installed()
    leave = f"""input {NOTES} '{{"type":"leave","status":7}}' --no-wait"""
    for status, end in ((7, lambda _: reader.type(leave)), (0, stop)):
        reader.ended(reader.notes)
        console = reader.start()
        read_until("its console", console.stdout.fileno(), "didBecomeActive")
        end(console)
        assert console.wait(PATIENCE) == status, f"it exits with {console.returncode}"
    assert reader.notes.state is State.NOT_RUNNING


@looks("launch --wait-for-debugger com.example.notes")
def _(reader):
    reader.installed()
    reader.ended(reader.notes)
    said, pid = reader.type(), reader.notes.pid
    assert f"gdb -p {pid}" in said and "lldb" in said, said
    os.kill(pid, signal.SIGCONT)
    reader.notes.wait_for(State.ACTIVE)


@looks("terminate com.example.notes", "quit com.example.notes")
def _(reader):
    reader.afresh(reader.notes)
    reader.type()
    assert reader.notes.state is State.NOT_RUNNING


@looks("open notes://12")
def _(reader):
    reader.afresh(reader.notes)
    mark = len(reader.notes.output)
    assert reader.type().strip() == NOTES
    reader.told(reader.notes, mark, "openURL", "notes://12")


@looks("erase com.example.notes")
def _(reader):
    data = reader.afresh(reader.notes).container
    reader.type(f"privacy grant {NOTES} camera")
    (data / "Documents" / "note").write_text("buy milk")
    reader.type()
    assert reader.notes.state is State.NOT_RUNNING and not data.exists() and not reader.notes.permissions
    reader.notes.launch()
    assert not os.listdir(data / "Documents")


@looks("exits com.example.notes")
def _(reader):
    pid = reader.afresh(reader.notes).pid
    reader.ended(reader.notes)
    assert str(pid) in reader.type()


@looks("home", "lock", "unlock")
def _(reader):
    reader.afresh(reader.notes)
    if reader.words == "unlock":
        reader.device.lock()
    reader.type()
    assert reader.device.state.locked is (reader.words == "lock")
    if reader.words == "unlock":
        reader.notes.wait_for(State.ACTIVE)
    else:
        reader.notes.wait_for(State.SUSPENDED)
    reader.device.unlock()


# Reasons to wake an app


@looks("push com.example.mail hello.apns", "push hello.apns")
def _(reader):
    reader.device.home()
    mark = len(reader.mail.output)
    reader.type()
    reader.told(reader.mail, mark, "backgroundEvent", '"push"', "Hello")


@looks("fetch com.example.mail")
def _(reader):
    mark = len(reader.mail.output)
    reader.type()
    reader.told(reader.mail, mark, "backgroundEvent", '"fetch"')


@looks("notifications")
def _(reader):
    reader.device.home()
    reader.type("privacy grant com.example.mail notifications")
    reader.type("push com.example.mail hello.apns")
    assert re.search(rf"{MAIL}.*Hello", reader.type())


@looks("location com.example.tracker 48.1,11.6")
def _(reader):
    reader.ended(reader.tracker)
    since = reader.device.events.now
    reader.type()
    reader.tracker.wait_for_callback("didUpdateLocations", since)
    until("it has the place", lambda: "at 48.1,11.6" in reader.tracker.output)


@looks("location com.example.tracker 48.1,11.6 48.2,11.7 --speed 10")
def _(reader):
    mark = len(reader.tracker.output)
    moving = reader.start()
    until("it moves", lambda: reader.tracker.output[mark:].count("at 48.1") > 1)
    stop(moving)
    assert "48.2" not in reader.tracker.output[mark:]


@looks("tasks", "tasks run com.example.mail")
def _(reader):
    reader.afresh(reader.mail, "planned", suspended=True)
    mark = len(reader.mail.output)
    said = reader.type()
    if reader.words == "tasks":
        assert f"{MAIL}.refresh" in said
    else:
        reader.told(reader.mail, mark, "backgroundEvent", f"{MAIL}.refresh")
        assert not reader.mail.tasks


@looks("tasks expire com.example.mail")
def _(reader):
    reader.afresh(reader.mail, "planned", "slow", suspended=True)
    mark = len(reader.mail.output)
    reader.type(f"tasks run {MAIL} --no-wait")
    reader.told(reader.mail, mark, "backgroundEvent", f"{MAIL}.refresh")
    reader.type()
    reader.told(reader.mail, mark, "expireEvent")
