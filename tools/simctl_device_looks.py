"""A look at what those commands of docs/coming-from-simctl.md have done that are about the device, screen and past."""
import fcntl
import json
import os
import re
import select
import signal
import struct
import tarfile
import termios
import zlib

from simctl_reader import NOTES, PATIENCE, State, looks, read_until, stop, until


# Permissions, and changes of the device


@looks("privacy grant com.example.notes camera", "privacy deny com.example.notes camera",
       "privacy reset com.example.notes camera")
def _(reader):
    reader.installed()
    reader.type(f"privacy {'deny' if 'grant' in reader.words else 'grant'} {NOTES} camera")
    reader.type()
    decided = {item["service"]: item["status"] for item in json.loads(reader.type(f"privacy list {NOTES} --json"))}
    wanted = {"grant": "granted", "deny": "denied"}.get(reader.words.split()[1], "undetermined")
    assert decided.get("camera", "undetermined") == wanted, f"{decided}"


@looks("ui appearance dark", "ui content_size extra-large", "notify orientation orientation=landscapeRight",
       "notify battery level=0.1 state=unplugged")
def _(reader):
    reader.afresh(reader.notes)
    for before in ("ui appearance light", "ui content_size large", "notify orientation orientation=portrait",
                   "notify battery level=1 state=full"):
        reader.type(before)
    mark, words = len(reader.notes.output), reader.words.replace("=", " ").split()
    reader.type()
    reader.told(reader.notes, mark, '"notification"', words[1].replace("_", "-"), words[-1])
    state = reader.device.state
    assert words[-1] in (state.appearance, state.content_size, state.orientation.value, state.charging)
    assert state.level == (0.1 if "battery" in words else 1)


@looks("call ring", "call accept", "call end")
def _(reader):
    reader.type()
    assert reader.device.state.call.value == {"ring": "ringing", "accept": "underWay", "end": "none"}[reader.words[5:]]


@looks("memory warn", "memory warn com.example.notes")
def _(reader):
    reader.afresh(reader.notes)
    mark = len(reader.notes.output)
    reader.type()
    reader.told(reader.notes, mark, "memoryWarning")


@looks("memory pressure urgent")
def _(reader):
    reader.afresh(reader.notes, suspended=True)
    # More is asked for than apps of a few megabytes give.
    assert "no app is left" in reader.type(status=1)
    reader.type("memory pressure normal")
    assert reader.notes.state is State.NOT_RUNNING and reader.notes.exits[-1].namespace == "JETSAM"


@looks("memory")
def _(reader):
    reader.afresh(reader.notes)
    assert re.search(r"level +normal\napps +[1-9]", reader.type())


@looks("assertions")
def _(reader):
    reader.afresh(reader.notes, "busy")
    reader.device.home()
    assert re.search(rf"{NOTES} +backgroundTask +upload", reader.type())
    reader.ended(reader.notes)


# The screen, and touches


@looks("shake com.example.notes", "swipe com.example.notes up --from 195,600")
def _(reader):
    reader.afresh(reader.notes)
    mark = len(reader.notes.output)
    reader.type()
    reader.told(reader.notes, mark, '"input"', *(['"motion"'] if "shake" in reader.words else ['"ended"', "195"]))


@looks("tap com.example.form --at 195,375", "tap com.example.form Send", "type com.example.form Ada")
def _(reader):
    reader.afresh(reader.form)
    if reader.words.startswith("type"):
        reader.form.text_fields["name"].tap()
    reader.type()
    if reader.words.startswith("type"):
        assert reader.form.text_fields["name"].value == "Ada"
    else:
        buttons = reader.form.buttons
        assert buttons["Medium"].is_selected if "--at" in reader.words else buttons["Yes"].exists


@looks("screenshot -o screen.png", "screenshot -o screen.svg")
def _(reader):
    reader.afresh(reader.notes)
    reader.type()
    content = open(f"{reader.folder}/{reader.words.split()[-1]}", "rb").read()
    assert content.startswith(b"\x89PNG" if reader.words.endswith("png") else b"<svg")


@looks("screenrecord -o screen.png", "screenrecord -o screen.png --seconds 2")
def _(reader):
    reader.afresh(reader.form)
    film = reader.start()
    read_until("the beginning of the film", film.stdout.fileno(), "recording into")
    reader.form.buttons["Send"].tap()
    # A busy machine may take longer for the tap than the film lasts.
    ends_itself = "--seconds" in reader.words
    if not ends_itself:
        film.send_signal(signal.SIGINT)
    assert film.wait(PATIENCE) == 0, f"it exits with {film.returncode}"
    frames = film_frames(f"{reader.folder}/screen.png")
    assert ends_itself or frames[0] != frames[-1], f"{len(frames)} frames"


def film_frames(path):
    """The pixels of each frame of an animated PNG, line after line with its filter; every chunk is looked at."""
    content, frames, told, sequence, row, height = open(path, "rb").read(), [], None, 0, 0, 0
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    place = 8
    while place < len(content):
        length, kind = struct.unpack(">I4s", content[place:place + 8])
        chunk = content[place + 8:place + 8 + length]
        assert struct.unpack(">I", content[place + 8 + length:place + 12 + length])[0] == zlib.crc32(kind + chunk), kind
        place += length + 12
        if kind in (b"fcTL", b"fdAT"):
            assert struct.unpack(">I", chunk[:4])[0] == sequence, f"{kind} is not number {sequence}"
            sequence += 1
        if kind == b"IHDR":
            width, height, *layout = struct.unpack(">IIBBBBB", chunk)
            assert layout == [8, 2, 0, 0, 0], f"{layout}"
            row = 1 + 3 * width
        elif kind == b"acTL":
            told = struct.unpack(">II", chunk)[0]
        elif kind in (b"IDAT", b"fdAT"):
            frames.append(zlib.decompress(chunk[4 if kind == b"fdAT" else 0:]))
    assert kind == b"IEND" and told == len(frames) and all(len(frame) == row * height for frame in frames)
    return frames


# The past, and what happens


@looks("monitor", "logs com.example.notes -f")
def _(reader):
    reader.afresh(reader.notes)
    follower = reader.start()
    if reader.words == "monitor":
        # It has begun when it tells of something.
        until("it tells of a banner", lambda: (reader.device.banner("begun"), select.select(
            [follower.stdout], [], [], 0.01)[0])[1])
    reader.device.home()
    read_until("what is followed", follower.stdout.fileno(), "didEnterBackground")
    stop(follower)


@looks("top")
def _(reader):
    reader.afresh(reader.notes)
    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    top = reader.start(terminal=its)
    os.close(its)
    read_until("the screen of top", ours, NOTES)
    os.write(ours, b"q")
    assert top.wait(PATIENCE) == 0
    os.close(ours)


@looks("reports", "report 1")
def _(reader):
    reader.afresh(reader.notes, suspended=True)
    reader.device.simulate_memory_pressure("urgent", free=1)
    reader.device.simulate_memory_pressure("normal")
    said = reader.type()
    assert "JetsamEvent" in said if reader.words == "reports" else "was killed for its memory" in said, said


@looks("diagnose -o roost.tar.gz")
def _(reader):
    reader.afresh(reader.notes)
    reader.type()
    with tarfile.open(f"{reader.folder}/roost.tar.gz") as archive:
        names = archive.getnames()
    assert "./apps.json" in names and not [name for name in names if "toml" in name or "containers" in name], f"{names}"
