# A device of one's own: the user unit beside the machine's.
. /roost/Tests/Systemd/check.sh

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
check "the machine's daemon does not know of it" fails says '"active"' roostctl status com.example.notes --json
check "it reloads" as_carol systemctl --user reload roostd.service
check "it stops" as_carol systemctl --user stop roostd.socket roostd.service
loginctl disable-linger carol
