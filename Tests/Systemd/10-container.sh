# The needs of the other tests in the container.
. /roost/Tests/Systemd/check.sh

check "cgroup v2 alone is mounted" test "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs
check "the journal takes messages" eval 'logger hello; eventually says hello journalctl -q -t root'
check "logind answers" loginctl list-sessions
