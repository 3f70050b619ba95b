# One user for all apps, in the unit: each has mounts of its own, without CAP_SYS_ADMIN (LA7).
. /roost/Tests/Systemd/check.sh

drop_in=/etc/roost/roostd.conf.d/50-shared.toml
useradd --system dave 2>/dev/null

writable() { # the places that an app may write to, by the kernel's list of its mounts
  awk '$6 ~ /(^|,)rw(,|$)/ { print $5 }' "/proc/$(pid "$1")/mountinfo"
}

roostctl terminate com.example.notes
printf '[apps]\nuser = "dave"\n' >$drop_in
check "the unit takes one user for all apps" systemctl restart roostd.service
check "an app is launched" eventually roostctl launch com.example.notes
check "it runs as that user" test "$(stat -c %U "/proc/$(pid com.example.notes)")" = dave
check "it may write to its container alone" test "$(writable com.example.notes)" = /var/lib/roost/containers/com.example.notes
check "the runtime directory that it sees has no control socket" \
  fails test -e "/proc/$(pid com.example.notes)/root/run/roost/control"
check "it has no capability in its user namespace" \
  eval '! grep -E "^Cap(Inh|Prm|Eff|Bnd|Amb)" "/proc/$(pid com.example.notes)/status" | grep -v "0000000000000000"'
check "no gap is shown" fails says "no mounts of its own" roostctl status
check "it is suspended" eval 'roostctl home && eventually says suspended state com.example.notes'
notes=$(pid com.example.notes)
main=$(property roostd.service MainPID)
kill -KILL "$main"
check "it outlives its daemon" eventually eval '[ "$(pid com.example.notes)" = "$notes" ]'
check "and goes on" eval 'roostctl launch com.example.notes && [ "$(state com.example.notes)" = active ]'
check "it is ended" roostctl terminate com.example.notes

# The unit has no CAP_SETFCAP, without which nobody has a namespace with root in it.
printf '[apps]\nuser = "root"\n' >$drop_in
systemctl restart roostd.service
check "with root for all apps the gap is shown" eventually says "no mounts of its own" roostctl status
check "and an app is launched" roostctl launch com.example.notes
roostctl terminate com.example.notes
rm $drop_in
systemctl restart roostd.service
check "each app has a user of its own again" \
  eval 'eventually roostctl launch com.example.notes && stat -c %U "/proc/$(pid com.example.notes)" | grep -q "^roost-\|^[0-9]"'
check "and no mounts of its own" \
  test "$(readlink "/proc/$(pid com.example.notes)/ns/mnt")" = "$(readlink "/proc/$(property roostd.service MainPID)/ns/mnt")"
roostctl terminate com.example.notes
