# An app that saves a file of its container without a pause, and notes each time that the way to it is closed.
saver=com.example.saver
saver_home=/var/lib/roost/containers/$saver
saver_bundle=/usr/local/share/roost/apps/saver.app

start_saver() { # makes it where it is missing, and brings it to the screen
  mkdir -p "$saver_bundle"
  cat >"$saver_bundle/Info.plist" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.saver</string>
<key>CFBundleExecutable</key><string>saver</string></dict></plist>
END
  cat >"$saver_bundle/saver" <<'END'
#!/usr/bin/env python3
import json, os, threading
events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]), encoding="utf-8")
replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w", encoding="utf-8")
home = os.environ["HOME"]
refused = open(os.path.join(home, "refused"), "w", buffering=1)
def send(message):
    replies.write(json.dumps(message) + "\n")
    replies.flush()
def save():
    while True:
        try:
            with open(os.path.join(home, "save"), "w") as file:
                file.write("saved")
        except PermissionError as error:
            refused.write(f"{error}\n")
threading.Thread(target=save, daemon=True).start()
send({"hello": {"protocol": 1, "library": "saver/1"}})
for line in events:
    event = json.loads(line)
    if "seq" in event:
        send({"ack": event["seq"]})
    if event.get("event") == "willTerminate":
        break
END
  chmod 755 "$saver_bundle/saver"
  check "the app that saves is found" roostctl reload
  check "it is launched" roostctl launch "$saver"
  check "it saves" saves
}

saves() { # whether it saves once more from now on
  local before
  before=$(stat -c %y "$saver_home/save" 2>/dev/null)
  eventually eval '[ "$(stat -c %y "$saver_home/save")" != "'"$before"'" ]'
}

check_saver() { # WHAT: what has happened to the daemon meanwhile
  check "$1 leaves the state directory open to pass" test "$(stat -c %a /var/lib/roost)" = 711
  check "$1 leaves an app that runs saving" saves
  check "$1 has kept it from its container at no moment" \
    eval '[ -e "$saver_home/refused" ] && ! sort "$saver_home/refused" | uniq -c | grep .'
}

end_saver() {
  roostctl terminate "$saver" >/dev/null 2>&1
  rm -rf "$saver_bundle"
  roostctl reload >/dev/null
}
