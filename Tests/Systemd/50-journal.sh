# The journal: fields that programs read, explanations that people read, and each app's own words under its own name.
. /roost/Tests/Systemd/check.sh

roostctl launch com.example.faulty -- crash=didBecomeActive >/dev/null 2>&1
check "a crash has its app's name in a field" \
  eventually says "crashed" journalctl -q ROOST_APP=com.example.faulty ROOST_REASON=crash
check "and its id, its pid and its state" eventually eval '
  journalctl -q -o json -n 1 ROOST_APP=com.example.faulty ROOST_REASON=crash |
    grep "\"MESSAGE_ID\":\"a3f5d1c07e9b4c62826f0b9d3e5a1c74\"" | grep "\"ROOST_PID\":\"[0-9]" | grep "\"ROOST_STATE\""'

roostctl launch com.example.faulty -- hang=willTerminate >/dev/null
roostctl terminate com.example.faulty >/dev/null 2>&1
check "a kill has the code that iOS has" \
  eventually says "willTerminate" journalctl -q ROOST_APP=com.example.faulty ROOST_CODE=0x8badf00d
check "journalctl -x explains the kill" \
  says "com.example.faulty was killed: it missed a deadline" journalctl -q -x ROOST_CODE=0x8badf00d
check "and what to do about it" says "roostctl reports com.example.faulty" journalctl -q -x ROOST_CODE=0x8badf00d
check "the messages are roostd's" says "ended" journalctl -q -t roostd
check "roostd has its last lines in a file as well, whatever journald suppresses" \
  eventually says "com.example.faulty ended: ending after willTerminate took" cat /run/roost/log
check "for root alone" test "$(stat -c %a:%U /run/roost/log)" = 600:root

roostctl launch com.example.notes >/dev/null
check "what an app prints is under its own name" \
  eventually test "$(journalctl -q -t com.example.notes | wc -l)" -gt 0
check "and of its own user" test "$(journalctl -q -t com.example.notes _UID="$(stat -c %u /proc/"$(pid com.example.notes)")" | wc -l)" = \
  "$(journalctl -q -t com.example.notes | wc -l)"
logger -t com.example.notes "a stranger's words"
journalctl --sync
check "words of others under its name are in the journal" says "a stranger's words" journalctl -q -t com.example.notes
check "and not in roostctl logs" fails says "a stranger's words" roostctl logs com.example.notes
check "which has the app's own" eventually test "$(roostctl logs com.example.notes --json | grep -c '"source" *: *"app"')" -gt 0
check "and nothing of it under the daemon's" fails says "read 0 lines" journalctl -q -t roostd
