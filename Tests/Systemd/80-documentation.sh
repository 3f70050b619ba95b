# The commands that docs/on-a-device.md quotes, in the order they stand there: "#" as root, "$" as a user.
. /roost/Tests/Systemd/check.sh

page=/roost/docs/on-a-device.md
useradd --create-home alice 2>/dev/null
loginctl enable-linger alice
id=$(id -u alice)
eventually test -S "/run/user/$id/bus"
# Nobody types the lines that the page quotes of an editor.
export SYSTEMD_EDITOR=true
cd /roost/build || exit 1

as_alice() {
  runuser -u alice -- env XDG_RUNTIME_DIR="/run/user/$id" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$id/bus" \
    bash -c "$1"
}
block() { # LANGUAGE: the lines of the page's blocks in it
  awk -v fence="\`\`\`$1" '/^```/ { inside = ($0 == fence); next } inside' "$page"
}

block toml >/etc/roost/roostd.conf.d/50-device.toml
while IFS= read -r line; do
  case $line in
  # An editor wants a terminal.
  "# systemctl edit "*) check "docs/on-a-device.md: ${line#??}" script -qec "${line#??}" /dev/null ;;
  '# '*) check "docs/on-a-device.md: ${line#??}" eval "${line#??}" ;;
  '$ '*) check "docs/on-a-device.md: ${line#??}" as_alice "${line#??}" ;;
  esac
done < <(block console)

check "after the last of them nothing runs" fails systemctl is-active roostd.service
rm /etc/roost/roostd.conf.d/50-device.toml
loginctl disable-linger alice
systemctl start roostd.socket roostd.service
