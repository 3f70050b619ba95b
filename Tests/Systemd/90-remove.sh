# Upgrade, removal and purge of the package leave what they should, and nothing else.
. /roost/Tests/Systemd/check.sh
. /roost/Tests/Systemd/saver.sh

work=$(mktemp -d)
dpkg-deb -R /roost/build/roost_*_"$(dpkg --print-architecture)".deb "$work/tree"
sed -i 's/^Version: .*/&+upgrade/' "$work/tree/DEBIAN/control"
dpkg-deb --root-owner-group -Znone -b "$work/tree" "$work/new.deb" >/dev/null
echo '# mine' >>/etc/roost/roostd.toml
main=$(property roostd.service MainPID)
start_saver
check "the package upgrades" dpkg -i "$work/new.deb"
check "the new daemon serves" roostctl version
check "it is a new one" test "$(property roostd.service MainPID)" != "$main"
check_saver "an upgrade"
end_saver
check "the changed configuration is kept" grep -q '# mine' /etc/roost/roostd.toml

systemctl disable roostd.service 2>/dev/null
check "it installs again over a unit that is disabled" dpkg -i "$work/new.deb"
check "and leaves it disabled" fails systemctl is-enabled roostd.service
systemctl enable roostd.service 2>/dev/null
systemctl start roostd.service
roostctl launch com.example.notes
notes=$(pid com.example.notes)

check "the package removes" dpkg -r roost
check "no daemon is left" fails pgrep -x roostd
check "no app is left" fails kill -0 "$notes"
check "nobody listens any more" fails test -e /run/roost/control
check "the configuration stays" test -e /etc/roost/roostd.toml
check "what the apps keep stays" test -d /var/lib/roost/containers/com.example.notes
check "it installs again" dpkg -i "$work/new.deb"
check "and serves" roostctl version

# A daemon that refuses the state of a newer one leaves its apps running.
roostctl launch com.example.notes
notes=$(pid com.example.notes)
main=$(property roostd.service MainPID)
log=$(ls -t /run/roost/state/log-* | head -n 1)
kill -STOP "$main"
printf '\x09' | dd of="$log" bs=1 seek=4 conv=notrunc status=none
kill -KILL "$main"
check "the daemon fails" eventually says failed property roostd.service ActiveState
check "the app runs on" kill -0 "$notes"
check "the package removes after that" dpkg -r roost
check "the app is gone" eventually fails kill -0 "$notes"
rm -rf /run/roost/state
check "it installs after that" dpkg -i "$work/new.deb"
check "and serves again" roostctl version
check "the package purges" dpkg -P roost
check "no configuration is left" fails test -e /etc/roost/roostd.toml
check "no state is left" fails test -e /var/lib/roost
check "no name of an app's user is left" test -z "$(find /run/userdb -name 'roost-*')"
check "no unit is left" fails systemctl cat roostd.service
check "no link is left" test -z "$(find /etc/systemd -name 'roostd*')"

# Containers on a disk of their own, mounted as roostd advises where it finds a link, and then all of the state.
for place in /var/lib/roost/containers /var/lib/roost; do
  mkdir -p "$work/disk" "$place"
  mount --bind "$work/disk" "$place"
  check "the package installs where $place is a mount" dpkg -i "$work/new.deb"
  check "an app keeps something there" roostctl launch com.example.notes
  check "it is on the mount" test -n "$(find "$work/disk" -name com.example.notes)"
  check "it purges there" dpkg -P roost
  check "the mount is there still" mountpoint "$place"
  check "and is empty" test -z "$(ls -A "$work/disk")"
  check "no name of an app's user is left there either" test -z "$(find /run/userdb -name 'roost-*')"
  check "dpkg knows no such package any more" fails dpkg-query -s roost
  umount "$place"
  rm -r /var/lib/roost
done

check "systemd is content" says running systemctl is-system-running
rm -rf "$work"
