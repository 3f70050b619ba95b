# The Debian package: it installs and serves at once, with the units, the group, and the catalog in their places.
. /roost/Tests/Systemd/check.sh

package=$(ls /roost/build/roost_*_"$(dpkg --print-architecture)".deb)
check "the package installs" dpkg -i "$package"
check "roostd.service is started" systemctl is-active roostd.service
check "roostd.socket is started" systemctl is-active roostd.socket
check "both start at boot" systemctl is-enabled roostd.service roostd.socket
check "roostctl reaches the daemon" roostctl version
check "the group roost is there" getent group roost
check "the socket is the group's" test "$(stat -c '%U:%G %a' /run/roost/control)" = "root:roost 660"
check "the configuration is the package's conffile" says /etc/roost/roostd.toml dpkg-query -W -f '${Conffiles}' roost
check "the catalog knows the messages" says "missed a deadline" journalctl --dump-catalog d6a74e1e9c5f4b0c8f3e5b0a1c7d2e41
check "man finds roostd" man -w 8 roostd
check "the units are right" systemd-analyze verify roostd.service roostd.socket
if command -v lintian >/dev/null; then
  check "lintian finds no error" fails says "E: " lintian --allow-root --fail-on error "$package"
fi

# The programs are stripped; the other package has what a backtrace of them needs.
backtrace() { /usr/libexec/roost/roost-backtrace "$(property roostd.service MainPID)"; }
check "a backtrace of the stripped daemon names no line of it" fails says EventLoop.swift backtrace
check "the package of the debug symbols installs" dpkg -i /roost/build/roost-dbgsym_*_"$(dpkg --print-architecture)".deb
check "and a backtrace names files and lines" eval 'says EventLoop.swift backtrace && says sourceLine backtrace'
check "it removes" dpkg -P roost-dbgsym

check "roost-console is there, and says where roostctl is" \
  says "roostctl console" /usr/libexec/roost/roost-console --help
check "roost-push is there, and does nothing for anybody but the daemon" \
  says "roostd starts roost-push" /usr/libexec/roost/roost-push
check "roost-transfer is there, and does nothing for anybody but the daemon" \
  says "roostd starts roost-transfer" /usr/libexec/roost/roost-transfer
# Its library is recommended; without it the words say what to install.
check "roost-picture is there, and draws or lacks its library" \
  eval '/usr/libexec/roost/roost-picture </dev/null 2>&1 | grep -E "this is no picture in SVG|librsvg-2.so.2"'

# The other tests' apps.
mkdir -p /usr/local/share/roost/apps
ln -s /roost/build/apps/*.app /usr/local/share/roost/apps/
check "roostctl reload finds the apps" roostctl reload
check "an app runs" roostctl launch com.example.notes
