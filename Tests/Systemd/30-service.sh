# The unit: ready when it serves, its status, its socket, its sandbox, and who may command it.
. /roost/Tests/Systemd/check.sh

systemctl restart roostd.service
check "it is ready when systemctl returns: the first command is served at once" roostctl apps
check "the service's processes have the watchdog's time" test "$(property roostd.service WatchdogUSec)" = 10s
check "the status says that nothing runs" eventually says "no app is running" systemctl status roostd.service
# As on the machine around the container; the loop asks the kernel itself (landlock_create_ruleset(2), for its version).
landlock=$(python3 -c 'import ctypes; print(ctypes.CDLL(None).syscall(444, None, 0, 1))')
check "apps have a sandbox of files where the kernel has one" \
  eval '[ "$landlock" -lt 1 ] || fails says Landlock roostctl status'
check "an app is launched in it" roostctl launch com.example.notes
roostctl launch com.example.clock
check "the status says how many apps are in which state" \
  eventually says "2 apps: 1 active, 1 suspended" systemctl status roostd.service
check "an app is a process of the service" says "$(pid com.example.notes)" cat /proc/"$(pid com.example.notes)"/stat
check "an app is in the service's part of the cgroup tree" \
  says /roostd.service cat /proc/"$(pid com.example.notes)"/cgroup
uid=$(stat -c %u /proc/"$(pid com.example.notes)")
check "an app has a user of its own" test "$uid" -ge 70000
check "another app has another one" test "$(stat -c %u /proc/"$(pid com.example.clock)")" -ne "$uid"
check "its container is its own alone" \
  test "$(stat -c '%u %a' /var/lib/roost/containers/com.example.notes)" = "$uid 700"
check "nss-systemd has a name for it" says '"userName":"roost-notes-' cat "/run/userdb/$uid.user"
check "an app has no new privileges" says "NoNewPrivs:	1" cat /proc/"$(pid com.example.notes)"/status

main=$(property roostd.service MainPID)
priority() { ps -o ni= -p "$1" | tr -d ' '; }
check "the daemon comes before the apps" test "$(priority "$main")" = -10
check "an app has everybody's priority" test "$(priority "$(pid com.example.notes)")" = 0
# The kernel may share processors among sessions (sched(7)).
if test -e /proc/"$main"/autogroup; then
  check "the daemon's session comes before the apps'" says " nice -10" cat /proc/"$main"/autogroup
  check "an app's session has everybody's priority" says " nice 0" cat /proc/"$(pid com.example.notes)"/autogroup
fi
# A container's systemd may not be allowed to.
if test "$(cat /proc/"$main"/oom_score_adj)" -lt 0; then
  check "the kernel spares the daemon when memory is out" test "$(cat /proc/"$main"/oom_score_adj)" = -900
fi
check "an app is spared no more than others" test "$(cat /proc/"$(pid com.example.notes)"/oom_score_adj)" = 0
# CAP_IPC_LOCK, of which a container has what its host has.
if ((0x$(sed -n 's/^CapBnd:\s*//p' /proc/1/status) >> 14 & 1)); then
  check "the daemon's memory cannot be paged out" fails grep -q '^VmLck:.* 0 kB' /proc/"$main"/status
else
  check "a daemon that may not lock its memory does without" grep -q '^VmLck:.* 0 kB' /proc/"$main"/status
fi
check "an app may lock 64 KiB" says "65536                65536" grep 'Max locked memory' /proc/"$(pid com.example.notes)"/limits

check "systemd-analyze security rates it no worse than docs/security.md says" \
  systemd-analyze security --no-pager --threshold=50 roostd.service

# The loop is the proof of life.
main=$(property roostd.service MainPID)
mkdir -p /run/systemd/system/roostd.service.d
printf '[Service]\nWatchdogSec=1\n' >/run/systemd/system/roostd.service.d/test.conf
systemctl daemon-reload
systemctl restart roostd.service
main=$(property roostd.service MainPID)
sleep 2.5
check "a daemon whose loop turns is left alone" test "$(property roostd.service MainPID)" = "$main"
kill -STOP "$main"
check "one that is stuck is ended and started again" \
  eventually eval 'roostctl version && test "$(property roostd.service MainPID)" != '"$main"
check "the journal says that it was the watchdog" says "Watchdog timeout" journalctl -q -u roostd.service
rm -r /run/systemd/system/roostd.service.d
systemctl daemon-reload
systemctl restart roostd.service

# The users that may command it.
useradd --create-home alice 2>/dev/null
useradd --create-home bob 2>/dev/null
usermod -aG roost alice
check "a member of the group roost commands the device" runuser -u alice -- roostctl apps --socket /run/roost/control
check "nobody else does" fails runuser -u bob -- roostctl apps --socket /run/roost/control

# The socket unit listens whether the daemon is there or not.
systemctl stop roostd.service 2>/dev/null
check "a stopped daemon leaves the socket to the socket unit" test -S /run/roost/control
check "the first command starts it" roostctl apps
check "roostd.service is active again" systemctl is-active roostd.service
systemctl stop roostd.socket roostd.service
check "the socket goes with its unit" fails test -e /run/roost/control
systemctl mask --runtime roostd.socket 2>/dev/null
systemctl start roostd.service
check "without the socket unit the daemon makes its own socket" roostctl apps
systemctl stop roostd.service 2>/dev/null
systemctl unmask --runtime roostd.socket 2>/dev/null
systemctl start roostd.socket roostd.service
check "and gives it back" roostctl apps
