# The daemon is restarted, killed and replaced: every app is the process it was, and as it was.
. /roost/Tests/Systemd/check.sh
. /roost/Tests/Systemd/saver.sh

apps="com.example.notes com.example.clock com.example.player"
systemctl restart roostd.service
for app in $apps; do roostctl launch "$app" >/dev/null; done
eventually says '"suspended"' roostctl status com.example.notes --json >/dev/null

seen() { # what is to stay: state and process of each app, and how often the suspended ones have run
  for app in $apps; do
    echo "$app $(state "$app") $(pid "$app")"
    if [ "$(state "$app")" = suspended ]; then grep ctxt_switches /proc/"$(pid "$app")"/status; fi
  done
}

replaced() { # whether another daemon serves than process $1
  test "$(property roostd.service MainPID)" != "$1" && roostctl version
}

before=$(seen)
check "three apps are there to survive" grep -c 'com.example.notes suspended [0-9]' <<<"$before"
unchanged() { # WHAT
  check "after $1 every app is the process it was, in the state it was, and no sleeper has run" \
    eventually test "$(eventually roostctl apps >/dev/null; seen)" = "$before"
}

systemctl restart roostd.service
unchanged "systemctl restart"

main=$(property roostd.service MainPID)
kill -KILL "$main"
check "a killed daemon is started again" eventually replaced "$main"
unchanged "kill -9"

roostctl reexec
unchanged "roostctl reexec"

cp /usr/bin/roostd /usr/bin/roostd.new
mv /usr/bin/roostd.new /usr/bin/roostd
systemctl restart roostd.service
unchanged "the same binary in another file"

# An app that ends while nobody looks.
victim=$(pid com.example.player)
main=$(property roostd.service MainPID)
kill -STOP "$main"
kill -SEGV "$victim"
kill -KILL "$main"
check "the daemon is back" eventually replaced "$main"
check "the end of an app that nobody saw has its record, with its signal" \
  eventually says '"signal":11' eval "roostctl exits com.example.player --json | tr -d ' '"

# An app saves to its container meanwhile.
start_saver
systemctl restart roostd.service
check_saver "systemctl restart"
main=$(property roostd.service MainPID)
kill -KILL "$main"
check "the killed daemon is there again" eventually replaced "$main"
check_saver "kill -9"
check "the daemon becomes another program" eval 'roostctl reexec && eventually roostctl version'
check_saver "roostctl reexec"
end_saver

systemctl stop roostd.service 2>/dev/null
check "a stop is no restart: every app has ended" fails pgrep -f /usr/share/roost/apps
systemctl start roostd.service
