# systemctl reload: the new configuration is in force when it returns, a wrong one is refused and changes nothing.
. /roost/Tests/Systemd/check.sh
. /roost/Tests/Systemd/saver.sh

drop_in=/etc/roost/roostd.conf.d/50-test.toml
main=$(property roostd.service MainPID)
roostctl launch com.example.notes
notes=$(pid com.example.notes)

printf '[deadlines]\nleave = "400ms"\n' >$drop_in
check "systemctl reload succeeds" systemctl reload roostd.service
roostctl launch com.example.faulty -- hang=didEnterBackground
roostctl home >/dev/null 2>&1
check "the new deadline is in force" says "more than 0.4 s" roostctl exits com.example.faulty

printf '[deadlines]\nleave = "400 elephants"\n' >$drop_in
check "a wrong configuration makes systemctl reload fail" fails systemctl reload roostd.service
check "the log names file, line and key" \
  eventually says "$drop_in:2: deadlines.leave" journalctl -q -u roostd.service
check "the daemon is active" systemctl is-active roostd.service
check "it is the same one" test "$(property roostd.service MainPID)" = "$main"
check "the apps live on" test "$(pid com.example.notes)" = "$notes"
check "roostctl reexec names them as well" says "$drop_in:2: deadlines.leave" roostctl reexec
check "it is the same daemon still" test "$(property roostd.service MainPID)" = "$main"
check "and its apps live on" test "$(pid com.example.notes)" = "$notes"

rm $drop_in
check "the old file again" systemctl reload roostd.service
mkdir -p /usr/local/share/roost/apps/.put-aside
mv /usr/local/share/roost/apps/clock.app /usr/local/share/roost/apps/.put-aside/
check "it reads the bundles as well" systemctl reload roostd.service
check "an app that is gone is unknown" fails roostctl status com.example.clock
mv /usr/local/share/roost/apps/.put-aside/clock.app /usr/local/share/roost/apps/
check "SIGHUP does the same" eventually eval 'systemctl kill -s HUP --kill-who=main roostd.service
  roostctl status com.example.clock'

# systemd sets the mode of the state directory before each command of the unit.
start_saver
for _ in 1 2 3; do check "systemctl reload succeeds beside it" systemctl reload roostd.service; done
check_saver "systemctl reload"
end_saver
roostctl terminate com.example.notes >/dev/null
check "an app that has a container is launched after a reload" roostctl launch com.example.notes

# A daemon that is killed meanwhile has no time to end its apps.
notes=$(pid com.example.notes)
printf '[deadlines]\nlaunch = "no time"\n' >$drop_in
kill -KILL "$main"
check "a killed daemon does not start with a wrong configuration" \
  eventually says failed property roostd.service ActiveState
check "something keeps the channels of its apps open" eventually pgrep -f '^roost-keeper infinity$'
check "they run on" kill -0 "$notes"
rm $drop_in
systemctl reset-failed roostd.service
check "put right, it starts" systemctl start roostd.socket roostd.service
check "with every app as it was" eventually says "$notes" pid com.example.notes
check "and nothing else keeps the channels open" eventually fails pgrep -f '^roost-keeper infinity$'

# One that is to begin again sees that it would not, and ends them in order.
printf '[deadlines]\nlaunch = "no time"\n' >$drop_in
check "a restart with a wrong configuration fails" fails systemctl restart roostd.service
check "the log names file, line and key" \
  eventually says "it would not start again: $drop_in:2: deadlines.launch" journalctl -q -u roostd.service
check "its apps are gone" fails kill -0 "$notes"
rm $drop_in
systemctl reset-failed roostd.service
check "put right, it starts" systemctl start roostd.socket roostd.service
check "each end says why" eventually says "roostd shut down" roostctl exits com.example.notes

# On SIGHUP the daemon says all that systemd 253 and newer need for Type=notify-reload; they send it themselves.
printf '[deadlines]\nlaunch = "no time"\n' >$drop_in
systemctl stop roostd.service 2>/dev/null
check "a daemon that cannot start with its configuration does not try for ever" \
  eval 'systemctl start roostd.service; eventually says failed systemctl is-active roostd.service'
check "its status is that of a configuration" says 78 property roostd.service ExecMainStatus
rm $drop_in
systemctl reset-failed roostd.service
systemctl start roostd.socket roostd.service
check "put right, it starts" roostctl apps
