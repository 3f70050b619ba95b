# A device of one's own: the user unit beside the machine's.
. /roost/Tests/Systemd/check.sh

roostctl terminate com.example.notes 2>/dev/null
useradd --create-home carol 2>/dev/null
loginctl enable-linger carol
id=$(id -u carol)
as_carol() {
  runuser -u carol -- env XDG_RUNTIME_DIR="/run/user/$id" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$id/bus" "$@"
}
eventually test -S "/run/user/$id/bus"
check "the user units are right" as_carol systemd-analyze --user verify roostd.service roostd.socket
check "the user's own unit starts" as_carol systemctl --user enable --now roostd.socket roostd.service
check "it is a daemon of the user's" test "$(as_carol stat -c %U "/run/user/$id/roost/control")" = carol
check "roostctl finds it without being told where" as_carol roostctl launch com.example.notes
check "its app is the user's process" \
  eval '[ "$(stat -c %U "/proc/$(as_carol roostctl status com.example.notes --json |
    sed -n "s/.*\"pid\" *: *\([0-9]*\).*/\1/p")")" = carol ]'
theirs=$(as_carol roostctl status com.example.notes --json | sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p')
check "which sees neither the bus nor the control socket of the session" \
  eval '[ -d "/proc/$theirs/root/run/user/$id" ] && ! [ -e "/proc/$theirs/root/run/user/$id/bus" ] &&
    ! [ -e "/proc/$theirs/root/run/user/$id/roost/control" ]'
check "nor may write to what is the user's" \
  eval '! awk "\$6 ~ /(^|,)rw(,|\$)/ { print \$5 }" "/proc/$theirs/mountinfo" | grep -v "/containers/com.example.notes$"'
check "the machine's daemon does not know of it" test "$(state com.example.notes)" = notRunning
check "it reloads" as_carol systemctl --user reload roostd.service
check "it stops" as_carol systemctl --user stop roostd.socket roostd.service
loginctl disable-linger carol
