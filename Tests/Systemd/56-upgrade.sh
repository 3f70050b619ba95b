# The daemon is replaced by another version, to and fro, while twenty apps are busy: nothing is lost.
. /roost/Tests/Systemd/check.sh

versions=/roost/build/versions
if [ ! -x $versions/next ] || [ ! -x $versions/previous ]; then
  check "the other versions of the daemon are built: tools/daemon-versions" false
  exit
fi
drop_in=/etc/roost/roostd.conf.d/56-upgrade.toml
printf '[device]\nforeground-slots = 20\n' >$drop_in
cp /usr/bin/roostd /usr/bin/roostd.this
# A daemon of the first format takes the state of a later one for nothing, and ends the apps.
knows=
grep -q 'in format' $versions/previous && knows=previous
check "20 busy apps go through every version, and lose nothing" \
  python3 /roost/Tests/Systemd/upgrade.py $versions $knows

# A daemon that is older than the state it finds.
roostctl launch com.example.notes >/dev/null
notes=$(pid com.example.notes)
main=$(property roostd.service MainPID)
log=$(ls -t /run/roost/state/log-* | head -n 1)
mark() { # FORMAT: stores it in the head of the log
  printf "\\x0$1" | dd of="$log" bs=1 seek=4 conv=notrunc status=none
}
format=$(od -An -tu1 -j4 -N1 "$log" | tr -d ' ')
kill -STOP "$main"
mark 9
kill -KILL "$main"
check "a daemon refuses the state of a newer one" eventually says 65 property roostd.service ExecMainStatus
check "it is not started again and again" eventually says failed property roostd.service ActiveState
check "it says what to do" eventually says "wrote /run/roost/state in format 9" journalctl -q -u roostd.service
check "something keeps their channels open" eventually pgrep -f '^roost-keeper infinity$'
check "the apps run on" kill -0 "$notes"
mark "$format"
systemctl reset-failed roostd.service
check "the newer one goes on" systemctl start roostd.service
check "with every app as it was" eventually says "$notes" pid com.example.notes
check "what kept their channels open is gone" eventually fails pgrep -f '^roost-keeper infinity$'

systemctl stop roostd.service 2>/dev/null
rm -f $drop_in /usr/bin/roostd.this
rm -rf /usr/local/share/roost/apps/busy*.app
systemctl start roostd.service
