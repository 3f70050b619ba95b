# Stopping the unit ends all apps in order, however long the deadlines are and the unit's timeout is not.
. /roost/Tests/Systemd/check.sh

systemctl restart roostd.service
roostctl launch com.example.notes
roostctl launch com.example.clock
notes=$(pid com.example.notes) clock=$(pid com.example.clock)
systemctl stop roostd.service 2>/dev/null
check "its apps are gone when systemctl stop returns" fails kill -0 "$notes" "$clock"
check "the stop was in order" test "$(property roostd.service Result)" = success
check "nothing of it is left" fails test -e /sys/fs/cgroup/system.slice/roostd.service/cgroup.procs
check "each app's end says why" \
  eventually says "com.example.clock ended: roostd shut down" journalctl -q ROOST_PID="$clock"
systemctl start roostd.service
check "the records are there after the next start" says "roostd shut down" roostctl exits com.example.clock

# An app that hangs has its five seconds, though the unit would give the daemon one.
mkdir -p /run/systemd/system/roostd.service.d
printf '[Service]\nTimeoutStopSec=1\n' >/run/systemd/system/roostd.service.d/test.conf
systemctl daemon-reload
roostctl launch com.example.faulty -- hang=willTerminate
faulty=$(pid com.example.faulty)
began=$SECONDS
systemctl stop roostd.service 2>/dev/null
took=$((SECONDS - began))
check "a hanging app is waited for beyond TimeoutStopSec=" test "$took" -ge 4
check "and then it is killed" fails kill -0 "$faulty"
check "the daemon itself ended in order" test "$(property roostd.service Result)" = success
rm -r /run/systemd/system/roostd.service.d
systemctl daemon-reload
systemctl start roostd.service
check "its record has the code" says 0x8badf00d roostctl exits com.example.faulty
