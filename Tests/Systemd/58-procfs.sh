# The daemon's own procfs, which systemd keeps for it: there after every start, once, and no app can reach its folders.
. /roost/Tests/Systemd/check.sh

shared() { # the device of the unit's /proc
  stat -c %d /proc/"$(property roostd.service MainPID)"/root/proc
}

procfs() { # the devices of the root folders of procfs that the daemon has open, but for that which its apps' sandbox opens to them
  local descriptor
  for descriptor in /proc/"$(property roostd.service MainPID)"/fd/*; do
    if [ -e "$descriptor/self" ] && [ "$(stat -L -f -c %T "$descriptor")" = proc ]; then stat -L -c %d "$descriptor"; fi
  done | grep -vx "$(shared)"
}

stored() { # how many systemd keeps; before version 254, how many descriptors at all, of which an app has three more
  if systemd-analyze fdstore roostd.service >/dev/null 2>&1; then
    systemd-analyze fdstore roostd.service | grep -c '^proc '
  else
    property roostd.service NFileDescriptorStore
  fi
}

is_own() { # whether the daemon has one, and no other process looks into it
  local own
  own=$(procfs)
  echo "$own, and the unit has $(shared)"
  [ "$(wc -w <<<"$own")" = 1 ] && [ "$own" != "$(stat -c %d /proc)" ]
}

replaced() { # whether another daemon serves than process $1
  test "$(property roostd.service MainPID)" != "$1" && roostctl version
}

systemctl stop roostd.service 2>/dev/null
systemctl start roostd.service
check "the daemon has a procfs of its own" is_own
check "systemd keeps one" eventually eval '[ "$(stored)" = 1 ]'
check "the status does not lack it" fails says "no procfs of its own" roostctl status
check "an app is seen through it" roostctl launch com.example.notes
check "and is ended" roostctl terminate com.example.notes

first=$(procfs)
main=$(property roostd.service MainPID)
check "roostctl reexec hands it on" eval 'roostctl reexec && eventually roostctl version && [ "$(procfs)" = "$first" ]'
check "in the same process" test "$(property roostd.service MainPID)" = "$main"

systemctl restart roostd.service
check "after systemctl restart it has one" is_own
check "and systemd keeps one" eventually eval '[ "$(stored)" = 1 ]'

main=$(property roostd.service MainPID)
kill -KILL "$main"
check "a killed daemon is started again" eventually replaced "$main"
check "it has one" is_own
check "and systemd keeps one, still" eventually eval '[ "$(stored)" = 1 ]'

# Without: as in a container that may not mount.
systemctl stop roostd.service 2>/dev/null
mkdir -p /run/systemd/system/roostd.service.d
printf '[Service]\nExecStartPre=\nExecStartPre=-+/bin/false\n' >/run/systemd/system/roostd.service.d/test.conf
systemctl daemon-reload
check "a daemon that nobody leaves one starts" systemctl start roostd.service
check "it has none" test -z "$(procfs)"
check "the status says so" says "no procfs of its own" roostctl status
rm -r /run/systemd/system/roostd.service.d
systemctl daemon-reload
systemctl restart roostd.service
check "from the next start on it has one again" is_own

# Called by hand.
check "without a service manager the option fails, and says why" \
  eval '! env -u NOTIFY_SOCKET roostd --store-proc && says "no service manager" env -u NOTIFY_SOCKET roostd --store-proc'
