# Without a package: make install and make install-debug, as their users run them, and a daemon from there.
. /roost/Tests/Systemd/check.sh

# The tree is read-only here: installing takes what is built, and builds nothing.
check "make install installs, whatever root's umask is" eval '(umask 077; make -C /roost install)'
closed() { # the folders, and the files of Roost, that not everybody may read
  find /usr/local/bin /usr/local/libexec /usr/local/share /usr/local/lib/systemd \
    \( -type d -o -type f -path '*roost*' \) ! -perm -o=r
}
check "everybody may read what it has installed" eval '! closed | grep .'
check "make install-debug does" make -C /roost install-debug
systemd-sysusers
systemctl daemon-reload
check "the daemon starts from there" systemctl start roostd.socket roostd.service
check "it is the one that was installed" \
  test "$(readlink /proc/"$(property roostd.service MainPID)"/exe)" = /usr/local/bin/roostd
check "roostctl reaches it" roostctl version
check "it knows the sample apps' folder" roostctl reload
check "an app runs" roostctl launch com.example.notes
check "man finds roostctl" man -w 1 roostctl
check "the programs are stripped" fails says .debug_info readelf --section-headers --wide /usr/local/bin/roostd
check "a backtrace of it names files and lines" says EventLoop.swift \
  /usr/local/libexec/roost/roost-backtrace "$(property roostd.service MainPID)"
systemctl stop roostd.socket roostd.service
