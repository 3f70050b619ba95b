"""Apps that are no samples, but what tools/console-test needs: one wants to be markup, one asks for a permission, one
tells how it was touched."""
import os

# An app whose picture wants to be more than a picture.
HOSTILE_APP = """#!/usr/bin/env python3
import json, os
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]))
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w")
svg = ('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="844" onload="parent.hacked = 1; top.hacked = 1">'
       '<script>parent.hacked = 1; top.location = "http://127.0.0.1:9/"</script>'
       '<image href="http://127.0.0.1:9/seen" width="9" height="9"/>'
       '<foreignObject width="390" height="844"><body xmlns="http://www.w3.org/1999/xhtml">'
       '<img src="x" onerror="parent.hacked = 1"/></body></foreignObject>'
       '<rect width="390" height="844" fill="teal"/></svg>')
markup = "<h1>no picture</h1><script>window.hacked = 1</script>"
hostile = '"><img src=x onerror="window.hacked = 1">'
def send(message):
    replies.write(json.dumps(message) + "\\n")
    replies.flush()
kinds = "ms"
send({"hello": {"protocol": 1, "library": "hostile/1"}})
for line in events:
    event = json.loads(line)
    ack = {"ack": event["seq"]}
    kind = (event.get("payload") or {}).get("type")
    if kind == "picture":
        # First markup that is no picture at all, then a picture that is more.
        ack["result"] = {"picture": hostile + kinds[0], "svg": {"m": markup, "s": svg}[kinds[0]]}
        kinds = kinds[1:] + kinds[:1]
    elif kind == "elements":
        ack["result"] = {"elements": [{"kind": hostile, "label": hostile, "frame": [0, 0, 9, 9], "traits": []}]}
    send(ack)
    if event["event"] == "willTerminate":
        break
"""

# An app that asks for the camera as soon as it is active, with words for the user that want to be markup.
SCANNER_APP = """#!/usr/bin/env python3
import json, os
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]))
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w")
def send(message):
    replies.write(json.dumps(message) + "\\n")
    replies.flush()
send({"hello": {"protocol": 1, "library": "scanner/1"}})
for line in events:
    event = json.loads(line)
    if "seq" in event:
        send({"ack": event["seq"]})
    if event.get("event") == "didBecomeActive":
        send({"request": 1, "method": "requestPermission", "params": {"service": "camera"}})
    if event.get("event") == "willTerminate":
        break
"""
# An app that shows how it was touched: the phases of the last finger, and the seconds that it was on the screen. Behind the
# screen it traces a callback without a name.
TOUCHED_APP = """#!/usr/bin/env python3
import json, os
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]))
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w")
phases, seconds, shaken = [], 0, 0
def send(message):
    replies.write(json.dumps(message) + "\\n")
    replies.flush()
send({"hello": {"protocol": 1, "library": "touched/1"}})
for line in events:
    event = json.loads(line)
    if "seq" not in event:
        continue
    ack = {"ack": event["seq"]}
    payload = event.get("payload") or {}
    kind = payload.get("type") if event["event"] == "input" else None
    if kind == "touches":
        phase = payload["touches"][0]["phase"]
        phases = [phase] if phase == "began" else phases + [phase]
        seconds = payload.get("time", 0)
    elif kind == "motion":
        shaken += 1
    elif kind == "picture":
        name = f"{len(phases)} {phases} {shaken}"
        ack["result"] = {"picture": name}
        if payload.get("seen") != name:
            ack["result"]["svg"] = ('<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844">'
                                    f'<text x="20" y="400">{len(phases)} {shaken}</text></svg>')
    elif kind == "elements":
        values = {"phases": " ".join(phases), "seconds": f"{seconds:.1f}", "shaken": str(shaken)}
        ack["result"] = {"elements": [
            {"kind": "staticText", "identifier": name, "value": value, "frame": [20, 100 + 50 * row, 300, 40],
             "traits": []} for row, (name, value) in enumerate(values.items())]}
    if event["event"] == "didEnterBackground":
        send({"trace": {"callback": "", "took": 1}})
    send(ack)
    if event["event"] == "willTerminate":
        break
"""
PURPOSE = "<b>Scanner</b> reads codes with it."
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>parent.hacked = 1</script>
<rect width="9" height="9" fill="teal"/></svg>
"""


def plist(name, more=""):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>com.example.{name}</string>
<key>CFBundleExecutable</key><string>{name}</string>
<key>CFBundlePackageType</key><string>APPL</string>
{more}</dict></plist>
"""


def make_apps(folder):
    words = PURPOSE.replace("<", "&lt;")
    keys = (f"<key>CFBundleDisplayName</key><string>Code &lt;i&gt;Scanner</string>"
            f"<key>CFBundleIconFiles</key><array><string>picture</string></array>"
            f"<key>NSCameraUsageDescription</key><string>{words}</string>")
    for name, program, more in (("hostile", HOSTILE_APP, ""), ("touched", TOUCHED_APP, ""), ("scanner", SCANNER_APP, keys)):
        bundle = os.path.join(folder, f"{name}.app")
        os.makedirs(bundle)
        for file, text in (("Info.plist", plist(name, more)), (name, program), ("picture.svg", PICTURE)):
            with open(os.path.join(bundle, file), "w") as output:
                output.write(text)
        os.chmod(os.path.join(bundle, name), 0o755)
