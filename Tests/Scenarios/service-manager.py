#!/usr/bin/env python3
"""Does for one daemon what systemd does for a service: keeps its descriptors, starts it again, reaps what it leaves.

usage: service-manager.py PROGRAM ARGUMENT...
SIGTERM ends the daemon, and then this. Whatever else ends the daemon, it is started again with its descriptors; but when
it exits with one of RestartPreventExitStatus= it is not started before SIGHUP, and its descriptors are closed. At its own
end it ends whatever the daemon has left, which is everything where that was not started again.
"""
import ctypes, fcntl, os, resource, select, signal, socket, sys, tempfile

PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

# The daemon finds those that are kept from 3 on, thousands of them: here they are beyond that.
LIMITS = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (LIMITS[1], LIMITS[1]))
STORED = min(10000, LIMITS[1] // 2)
folder = tempfile.mkdtemp()
PREVENT_RESTART = (65, 78)
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
notify.bind(folder + "/notify")
notify.setblocking(False)
store = []  # (name, descriptor), as FDSTORE=1 brought them


def take_messages():
    while True:
        try:
            message, descriptors, _, _ = socket.recv_fds(notify, 4096, 16)
        except BlockingIOError:
            return
        fields = dict(line.split("=", 1) for line in message.decode().split("\n") if "=" in line)
        name = fields.get("FDNAME", "stored")
        if fields.get("FDSTORE") == "1":
            for descriptor in descriptors:
                store.append((name, fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, STORED)))
                os.close(descriptor)
        if fields.get("FDSTOREREMOVE") == "1":
            for kept in [kept for kept in store if kept[0] == name]:
                os.close(kept[1])
                store.remove(kept)


def start():
    pid = os.fork()
    if pid:
        return pid
    try:
        for place, (_, descriptor) in enumerate(store):
            os.dup2(descriptor, 3 + place)
        environment = dict(os.environ, NOTIFY_SOCKET=folder + "/notify")
        if store:
            environment.update(
                LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(store)), LISTEN_FDNAMES=":".join(name for name, _ in store))
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        resource.setrlimit(resource.RLIMIT_NOFILE, LIMITS)
        os.execve(sys.argv[1], sys.argv[1:], environment)
    finally:
        os._exit(127)


def children():
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                # The parent, behind the name and the state (proc_pid_stat(5)).
                if int(file.read().rsplit(")", 1)[1].split()[1]) == os.getpid():
                    yield int(name)
        except OSError:
            pass


def end_children():
    try:
        while True:
            for pid in children():
                os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


ending = False
ignore = lambda *_: None
signal.set_wakeup_fd((pipe := os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC))[1])
signal.signal(signal.SIGTERM, ignore)
signal.signal(signal.SIGHUP, ignore)
signal.signal(signal.SIGCHLD, ignore)
daemon = start()
is_wanted = False
FAILED = -1
while daemon:
    select.select([notify, pipe[0]], [], [])
    take_messages()
    try:
        caught = os.read(pipe[0], 4096)
    except BlockingIOError:
        continue
    if signal.SIGTERM in caught:
        ending = True
        if daemon == FAILED:
            break
        os.kill(daemon, signal.SIGTERM)
    # It may come before the end of the daemon that it is to follow.
    is_wanted = is_wanted or signal.SIGHUP in caught
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pid = 0
        if pid == 0:
            break
        if pid == daemon:
            take_messages()
            if ending:
                daemon = 0
            elif os.WIFEXITED(status) and os.WEXITSTATUS(status) in PREVENT_RESTART:
                daemon = FAILED
                for _, descriptor in store:
                    os.close(descriptor)
                store = []
            else:
                daemon = start()
    if is_wanted and daemon == FAILED:
        is_wanted = False
        daemon = start()
end_children()
os.unlink(folder + "/notify")
os.rmdir(folder)
