// Runs every function of CLinux, and the crash handler of CCrash, under AddressSanitizer and UndefinedBehaviorSanitizer:
// tools/sanitize compiles them together. Results are looked at only as far as they prove that the kernel was asked.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clinux.h"
#include "crash.h"
#include "signal_name.h"

static int failed;

static void check(int holds, const char *name) {
  printf("%s - sanitizers: %s\n", holds ? "ok" : "not ok", name);
  fflush(stdout);
  if (!holds) failed = 1;
}

static char folder[] = "/tmp/roost-sanitizers-XXXXXX";

static void in_folder(char *path, size_t size, const char *name) { snprintf(path, size, "%s/%s", folder, name); }

// beneath.c, file.c
static void files(void) {
  char path[128], link[128];
  in_folder(path, sizeof path, "file");
  in_folder(link, sizeof link, "link");
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int opened = -1;
  check(write(file, "abc", 3) == 3 && symlink("/etc/passwd", link) == 0, "a file and a link are made");
  check(roost_open_beneath(root, "file", O_RDONLY, &opened) == 0 && close(opened) == 0, "a file beneath is opened");
  check(roost_open_beneath(root, "link", O_RDONLY, &opened) == ELOOP, "a link beneath is not followed");
  check(roost_open_beneath(root, "../x", O_RDONLY, &opened) == EXDEV, "a path does not lead out");
  check(roost_open_beneath(-1, "", -1, &opened) != 0, "flags that no call has are an error");

  struct roost_file_status status;
  check(roost_file_status(-1, path, true, &status) == 0 && status.size == 3, "the status of a path");
  check(roost_file_status(file, NULL, false, &status) == 0 && status.modified > 0, "the status of a descriptor");
  check(roost_file_status(-1, link, false, &status) == 0 && S_ISLNK(status.mode), "the status of a link");
  check(roost_file_status(-1, NULL, false, &status) == EBADF, "the status of nothing");
  struct timespec far[2] = {{.tv_sec = -1}, {.tv_sec = INT64_C(1) << 33, .tv_nsec = 999999999}};
  check(roost_rename_new(path, path) == EEXIST, "no name that another file has");
  check(roost_clear_read_only(file) != 0 && roost_clear_read_only(-1) == EBADF, "a file is no subvolume");
  check(futimens(file, far) == 0 && roost_file_status(file, NULL, false, &status) == 0, "times of another age");
  check(roost_clock(CLOCK_MONOTONIC) > 0 && roost_clock(9999) == 0, "clocks, and one that does not exist");
  roost_use_one_arena();
  int timer = -1;
  check(roost_clock_set_timer(&timer) == 0 && close(timer) == 0, "a timer that the clock's setting ends");
  close(file);
  close(root);
}

// audit.c
static void messages(void) {
  static const uint16_t types[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
  check(roost_accept_types(netlink, types, 8) == 0, "a filter of types");
  check(roost_accept_types(netlink, types, 9) == EINVAL, "too many types");
  check(roost_accept_types(-1, types, 1) == EBADF, "types of no socket");
  close(netlink);
}

// landlock.c
static void landlock(void) {
  int version = 0, ruleset = -1, path = -1;
  if (roost_landlock_version(&version) != 0) return check(1, "landlock: this kernel has none");
  check(roost_landlock_create(LANDLOCK_ACCESS_FS_READ_FILE, 1, 0, &ruleset) == 0, "a ruleset");
  check(roost_open_path("/usr", true, &path) == 0, "a path to open up");
  check(roost_landlock_allow(ruleset, path, LANDLOCK_ACCESS_FS_READ_FILE) == 0, "a rule");
  check(roost_landlock_allow_port(ruleset, 0, 1) == 0, "a port");
  check(roost_landlock_allow_port(ruleset, 0, UINT64_MAX) != 0, "a port's rights that there are not");
  check(roost_landlock_allow(ruleset, -1, UINT64_MAX) != 0, "a rule that cannot be");
  check(roost_landlock_create(UINT64_MAX, UINT64_MAX, UINT64_MAX, &version) != 0, "rights that there are not");
  check(roost_open_path("", false, &version) == ENOENT, "no path");
  close(path);
  close(ruleset);
}

// notification.c
static void notification(void) {
  int ends[2], on = 1;
  char bytes[16];
  size_t count;
  pid_t sender;
  socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends);
  check(roost_receive_from(ends[0], false, bytes, sizeof bytes, &count, &sender) == EAGAIN, "no datagram");
  setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  // Descriptors that nobody asked for: more of them than the control buffer has room for.
  union {
    char bytes[CMSG_SPACE(100 * sizeof(int))];
    struct cmsghdr aligned;
  } control = {0};
  struct iovec data = {.iov_base = "0123456789abcdefghij", .iov_len = 20};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *part = CMSG_FIRSTHDR(&message);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(100 * sizeof(int));
  for (int i = 0; i < 100; i++) memcpy(CMSG_DATA(part) + i * sizeof(int), &ends[0], sizeof(int));
  check(sendmsg(ends[1], &message, 0) == 20, "a datagram with descriptors is sent");
  check(roost_receive_from(ends[0], true, bytes, sizeof bytes, &count, &sender) == EPROTO, "a look finds descriptors");
  check(roost_receive_plain(ends[0], bytes, sizeof bytes, &count) == EPROTO, "a look finds something");
  check(roost_receive_from(ends[0], false, bytes, sizeof bytes, &count, &sender) == 0 && count <= sizeof bytes &&
            sender == getpid(),
        "a datagram that is too long, with descriptors, and its sender");
  check(send(ends[1], "", 0, 0) == 0 && roost_receive_from(ends[0], false, bytes, 1, &count, &sender) == 0 && count == 0,
        "an empty datagram");
  close(ends[0]);
  close(ends[1]);
}

// datagram.c
static void datagram(void) {
  char place[64], bytes[16], longest[200];
  size_t count;
  pid_t sender;
  int connected, one = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(place, sizeof place, "@roost-sanitizers-%d", getpid());
  memcpy(address.sun_path + 1, place + 1, strlen(place) - 1);
  check(bind(one, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(place))) == 0, "bind");
  check(roost_connect_datagrams(place, &connected) == 0, "an abstract name is connected to");
  check(roost_send_datagram(connected, "0123", 4, one, false) == 0, "a datagram with a descriptor is sent");
  check(roost_send_datagram(connected, "", 0, -1, true) == 0, "an empty one");
  check(roost_receive_from(one, false, bytes, sizeof bytes, &count, &sender) == 0 && count == 4, "and comes");
  close(connected);
  memset(longest, 'a', sizeof longest);
  longest[sizeof longest - 1] = 0;
  check(roost_connect_datagrams(longest, &connected) == ENAMETOOLONG, "a path that is too long");
  check(roost_connect_datagrams("/nowhere/at/all", &connected) == ENOENT, "a path that is not there");
  close(one);
}

static int reaped(int pidfd, struct roost_exit *end) {
  for (;;) {
    int error = roost_reap(pidfd, end);
    if (error != ESRCH) return error;
    siginfo_t info;
    waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOWAIT);
  }
}

// mounts.c. A machine without user namespaces says so, and no child is left.
static void private_mounts(struct roost_spawn *request) {
  static char *const words[] = {
      "sh", "-c",
      "test -x /opt/a/b/bin/env && test -s /opt/a/passwd && ! mkdir /opt/c 2>/dev/null && "
      "! (echo x >/tmp/roost-test-sanitizers) 2>/dev/null && exit 7", NULL};
  uid_t user = request->user != NULL ? request->user->user : geteuid();
  gid_t group = request->user != NULL ? request->user->group : getegid();
  int trees[5], usr = open("/usr", O_PATH | O_CLOEXEC), etc = open("/etc", O_PATH | O_CLOEXEC);
  struct roost_place places[] = {
      {.path = "/nonexistent", .held = -1, .is_folder = true, .is_writable = true, .is_optional = true},
      {.path = "/usr", .held = etc, .is_folder = true, .is_writable = true, .is_optional = true},
      {.path = "/usr/bin", .held = -1, .way = "/a/b/bin", .is_folder = true, .is_optional = true},
      {.path = "/etc/passwd", .held = -1, .way = "/a/passwd"},
  };
  const char *covers[] = {"/opt"};
  struct roost_mounts all = {.user_namespace = -1, .user = user, .group = group, .covers = covers, .cover_count = 1,
                             .places = places, .trees = trees, .count = 4, .limit = 1000000000};
  pid_t pid = 0;
  int pidfd = -1;
  enum roost_spawn_step step;
  struct roost_exit end;
  request->mounts = &all;
  check(roost_spawn(request, &pid, &pidfd, &step) == EBADF && step == ROOST_SPAWN_MOUNTS, "no user namespace");
  int error = roost_make_user_namespace(user, group, &all.user_namespace);
  check(waitpid(-1, NULL, WNOHANG | __WALL) < 0 && errno == ECHILD, "no holder of a namespace is left");
  if (error != 0) return check(error == EPERM || error == ENOSPC || error == ENOSYS, "user namespaces are not allowed");
  request->arguments = words;
  places[0].is_optional = false;
  check(roost_spawn(request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_MOUNTS, "a place that has to be there");
  places[0].is_optional = true;
  places[1].is_optional = false;
  check(roost_spawn(request, &pid, &pidfd, &step) == EAGAIN && step == ROOST_SPAWN_MOUNTS, "a place that is another");
  places[1].held = usr;
  covers[0] = "/nonexistent";
  check(roost_spawn(request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_MOUNTS, "a folder that is to be covered");
  covers[0] = "/opt";
  request->bars_capabilities = request->drops_capabilities = true;
  error = roost_spawn(request, &pid, &pidfd, &step);
  check(error == 0, "a process with mounts of its own is spawned");
  if (error != 0) return;
  check(reaped(pidfd, &end) == 0 && end.code == CLD_EXITED && end.status == 7, "they are read-only");
  close(pidfd);
  close(all.user_namespace);
  close(usr);
  close(etc);
}

// spawn.c, process.c. Each attempt shares our memory, and has to leave it as it was.
static void processes(void) {
  static char *const words[] = {"sh", "-c", "kill -STOP $$; exit 7", NULL};
  static char *const nothing[] = {NULL};
  gid_t groups[] = {65534};
  struct roost_user nobody = {.user = 65534, .group = 65534, .group_count = 1, .groups = groups};
  struct roost_spawn request = {.executable = "/bin/sh", .arguments = words, .environment = nothing, .directory = "/",
                                .descriptors = {0, 1, 2, -1, 1}, .unneeded_from = 3, .open_files = 64, .cgroup = -1, .file_mask = 022,
                                .ruleset = -1, .user = geteuid() == 0 ? &nobody : NULL};
  pid_t pid = 0, stopped_pid = 0;
  int pidfd = -1, again = -1;
  bool stopped = false;
  enum roost_spawn_step step;
  struct roost_exit end;
  for (int round = 0; round < 20; round++) {
    int error = roost_spawn(&request, &pid, &pidfd, &step);
    if (round == 0) check(error == 0, "a process is spawned");
    if (error != 0) return;
    siginfo_t info;
    waitid(P_PIDFD, (id_t)pidfd, &info, WSTOPPED | WNOWAIT);
    int isSeen = roost_next_stop(round % 2 ? pid : 0, &stopped_pid, &stopped) == 0 && stopped_pid == pid && stopped;
    int isContinued = roost_pidfd_send_signal(pidfd, SIGCONT, false) == 0;
    int isReaped = reaped(pidfd, &end) == 0 && end.code == CLD_EXITED && end.status == 7;
    if (round == 0) check(isSeen && isContinued && isReaped, "its stop, its continuation and its end are seen");
    if (!isSeen || !isContinued || !isReaped) return check(0, "the same, again and again");
    close(pidfd);
  }
  check(roost_reap(-1, &end) == EBADF || roost_reap(-1, &end) == EINVAL, "the end of nothing");
  check(roost_pidfd_exit(-1, &end) == EBADF, "the exit of nothing");
  check(roost_next_stop(1, &pid, &stopped) != 0, "a stop of nobody's child");
  check(roost_pidfd_open(getpid(), &again) == 0, "a pidfd");
  int exited = roost_pidfd_exit(again, &end);
  check(exited == ESRCH || exited == ENOTTY || exited == EINVAL, "the exit of one that runs");
  check(roost_process_mrelease(again) != 0, "memory of one that runs is not released");
  close(again);

  // Each step that can fail, and what was there before is there after it.
  const struct roost_spawn sound = request;
  request.executable = "/nonexistent";
  check(roost_spawn(&request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_EXEC, "no executable");
  request.exec_limit = 1000000000;
  check(roost_spawn(&request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_EXEC, "none within a second");
  request = sound;
  private_mounts(&request);
  request = sound;
  request.directory = "/nonexistent";
  check(roost_spawn(&request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_DIRECTORY, "no directory");
  request.directory_limit = 1000000000;
  check(roost_spawn(&request, &pid, &pidfd, &step) == ENOENT && step == ROOST_SPAWN_DIRECTORY, "none within a second either");
  request = sound;
  request.descriptors[3] = 1000;
  request.unneeded_from = 1001;
  check(roost_spawn(&request, &pid, &pidfd, &step) == EBADF && step == ROOST_SPAWN_DESCRIPTORS, "no descriptor");
  request = sound;
  request.cgroup = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  check(roost_spawn(&request, &pid, &pidfd, &step) != 0 && step == ROOST_SPAWN_CLONE, "a folder that is no cgroup");
  close(request.cgroup);
  request = sound;
  request.ruleset = open("/", O_RDONLY | O_CLOEXEC);
  check(roost_spawn(&request, &pid, &pidfd, &step) != 0 && step == ROOST_SPAWN_SANDBOX, "no ruleset");
  close(request.ruleset);
  check(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no failed child is left");
  check(roost_become_subreaper() == 0, "orphans are ours");
}

// sysv_ipc.c, dumpable.c. Only root can remove in the name of somebody else.
static void left_objects(void) {
  if (geteuid() != 0) return;
  enum { ROUNDS = 2 };
  for (int round = 0; round < ROUNDS; round++) {
    int queue = msgget(IPC_PRIVATE, 0600);
    struct msqid_ds owner;
    msgctl(queue, IPC_STAT, &owner);
    owner.msg_perm.uid = 65534;
    msgctl(queue, IPC_SET, &owner);
    // As a child leaves it for the moment between its change of user and its execve(2).
    if (round > 0) prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
    int error = roost_ipc_remove(ROOST_IPC_QUEUE, queue, 65534);
    check(error == 0 && geteuid() == 0 && msgctl(queue, IPC_STAT, &owner) < 0, "a queue is removed in its owner's name");
    check(prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L) == 1,
          round == 0 ? "the process stays open to tracers" : "also when another change of users was under way");
  }
}

static void memory(void) {
  char path[128];
  in_folder(path, sizeof path, "line");
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), ends[2], own = -1;
  int64_t from = 0;
  check(write(file, "line\n", 5) == 5 && pipe2(ends, O_CLOEXEC) == 0, "a line and a pipe");
  check(roost_splice(file, &from, ends[1], 5) == 0 && from == 5, "a line is spliced");
  check(roost_splice(file, &from, ends[1], 5) == EIO, "a file that ends too early");
  check(roost_splice(-1, &from, ends[1], SIZE_MAX) != 0, "splicing nothing");
  size_t size = 1 << 20, advised = 0;
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(pages, 1, size);
  struct iovec ranges[2] = {{pages, size / 2}, {(char *)pages + size / 2, size / 2}};
  roost_pidfd_open(getpid(), &own);
  int error = roost_process_pageout(own, ranges, 2, &advised);
  check(error == 0 ? advised == size : error == EINVAL || error == EPERM, "pages are pushed out");
  check(roost_process_pageout(-1, ranges, 2, &advised) == EBADF, "pages of nobody");
  munmap(pages, size);
  close(own);
  close(file);
  close(ends[0]);
  close(ends[1]);
  for (int number = -2; number < 200; number++) roost_signal_name(number);
  check(strcmp(roost_signal_name(SIGSEGV), "SEGV") == 0 && roost_signal_name(1000) == NULL, "names of signals");
}

// CCrash: in a child, as it ends the process; the sanitizers' own handlers have to be off (ASAN_OPTIONS).
static void crash(int number, const char *name) {
  int ends[2];
  char line[128] = {0}, wanted[64];
  if (pipe2(ends, O_CLOEXEC) != 0) return check(0, "a pipe");
  pid_t child = fork();
  if (child == 0) {
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    roost_tell_of_crashes(ends[1], 10);
    raise(number);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ssize_t count = read(ends[0], line, sizeof line - 1);
  snprintf(wanted, sizeof wanted, "{\"trace\":{\"crashing\":%d,\"thread\":%d}}\n", number, child);
  check(count > 0 && strcmp(line, wanted) == 0 && WIFSIGNALED(status) && WTERMSIG(status) == number, name);
  close(ends[0]);
  close(ends[1]);
}

// crash_mark.c: the same. A second child has the mark taken back, and a third has a path that is too long.
static void crash_mark(void) {
  char path[128], *paths[3] = {path, NULL, malloc(8192)};
  in_folder(path, sizeof path, "crashed");
  if (!paths[2]) return check(0, "a long path");
  memset(paths[2], 'a', 8191);
  paths[2][8191] = 0;
  for (int turn = 0; turn < 3; turn++) {
    pid_t child = fork();
    if (child == 0) {
      struct rlimit none = {0};
      setrlimit(RLIMIT_CORE, &none);
      roost_mark_crashes(path);
      if (turn > 0) roost_mark_crashes(paths[turn]);
      raise(SIGBUS);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    int marked = unlink(path) == 0;
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS && marked == (turn == 0),
          turn == 0 ? "a crash leaves its mark" : "a crash leaves no mark when it is to leave none");
  }
  free(paths[2]);
}

// processor_share.c: a child that is kept by one call for good, and one whose peer is gone.
static void processor_share(void) {
  for (int turn = 0; turn < 2; turn++) {
    int ends[2] = {-1, -1}, status = 0;
    if (roost_socket_pair(ends) != 0) return check(0, "a pair of sockets");
    pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      struct roost_share share = {
          .period = 100000000, .most = 10000000, .tick = 5000000, .peer = ends[1], .rests = turn == 0 ? 3 : 600,
          .last_words = "end", .last_words_size = 3};
      if (roost_share_processor(&share) != 0) _exit(3);
      roost_earn_processor(0);
      for (volatile unsigned turns = 0;;) turns = turns + 1;
    }
    close(ends[1]);
    char words[8];
    if (turn == 0) check(read(ends[0], words, sizeof words) == 3, "the last words of a process that is kept");
    close(ends[0]);
    struct rusage used = {0};
    wait4(child, &status, 0, &used);
    check(WIFEXITED(status) && WEXITSTATUS(status) == (turn == 0 ? 1 : 0) && used.ru_utime.tv_sec == 0,
          turn == 0 ? "a process that is kept ends" : "a process ends with its peer");
  }
}

// In a child, which has less and less: each call takes something away for good.
static void rights(void) {
  int ends[2] = {-1, -1}, file = -1, status = 1;
  check(roost_socket_pair(ends) == 0 && close(ends[0]) == 0 && close(ends[1]) == 0, "a pair of sockets");
  check(roost_pipe(ends) == 0 && fcntl(ends[0], F_GETFD) == FD_CLOEXEC, "a pipe that execve(2) closes");
  char target[64], cut[4];
  ssize_t length = roost_descriptor_target(AT_FDCWD, "/proc", getpid(), ends[0], target, sizeof target);
  check(length > 6 && memcmp(target, "pipe:[", 6) == 0, "the target of a descriptor");
  check(roost_descriptor_target(AT_FDCWD, "/proc", getpid(), ends[1], cut, sizeof cut) == sizeof cut, "a target that does not fit");
  check(close(ends[0]) == 0 && close(ends[1]) == 0, "both ends of a pipe");
  check(roost_descriptor_target(AT_FDCWD, "/proc", getpid(), ends[0], target, sizeof target) == -1 && errno == ENOENT, "no target");
  signal(SIGHUP, SIG_IGN);
  struct sigaction now;
  check(roost_catch_ignored_signals() == 0 && sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler != SIG_IGN &&
            now.sa_handler != SIG_DFL && raise(SIGHUP) == 0,
        "an ignored signal that is caught");
  check(roost_memory_file("name", &file) == 0 && close(file) == 0, "a file in memory");
  check(roost_landlock_restrict(-1) != 0, "no ruleset to be held to");
  roost_seccomp_available();
  pid_t child = fork();
  if (child == 0) {
    gid_t groups[] = {65534};
    struct roost_user nobody = {.user = 65534, .group = 65534, .group_count = 1, .groups = groups};
    int wrong = roost_end_with_parent(SIGKILL) | roost_set_limit(RLIMIT_CORE, 0) | roost_close_to_tracers();
    // Only root can.
    wrong |= geteuid() == 0 ? roost_drop_bounding_capabilities() | roost_become_user(&nobody) : 0;
    wrong |= roost_drop_capabilities() | roost_no_new_privileges();
    // All but one, since the sanitizers make calls of their own.
    int calls[400], count = 0;
    for (int call = 0; call < 400; call++)
      if (call != SYS_getppid) calls[count++] = call;
    wrong |= roost_allow_only(calls, (size_t)count, true, false);
    _exit(wrong == 0 && syscall(SYS_getppid) < 0 && errno == ENOSYS ? 0 : 2);
  }
  waitpid(child, &status, 0);
  check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "rights that are given away");
}

static void mappings(void) {
  struct roost_mapping mapping = {0};
  char name[PATH_MAX], longer[2];
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), found = 0, named = 0, error;
  while ((error = roost_next_file_mapping(maps, mapping.end, &mapping)) == 0) {
    found++;
    if (roost_mapping_name(maps, mapping.start, name, sizeof name) == 0 && name[0] == '/') named++;
    check(roost_mapping_name(maps, mapping.start, longer, sizeof longer) == ENAMETOOLONG, "a name that is too long");
  }
  check(error == ENOTTY || (error == ENOENT && found > 0 && named == found), "the mappings of this program");
  close(maps);
  check(roost_next_file_mapping(maps, 0, &mapping) == EBADF, "no mappings");
  check(roost_mapping_name(maps, 0, name, sizeof name) == EBADF, "no name of a mapping");
  int folder = -1;
  error = roost_mount_private("proc", &folder);
  check(error != 0 || (folder >= 0 && faccessat(folder, "self/stat", R_OK, 0) == 0 && close(folder) == 0), "a procfs of its own");
  check(roost_mount_private("no such file system", &folder) != 0, "no file system");
  uint64_t kind = 0;
  int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  check(roost_file_system_kind(proc, &kind) == 0 && kind == 0x9fa0, "the kind of /proc");
  close(proc);
  check(roost_file_system_kind(proc, &kind) == EBADF, "no file system of a closed file");
  check(roost_allow_all_processors(getpid()) == 0, "all processors");
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  files();
  messages();
  landlock();
  notification();
  datagram();
  processes();
  left_objects();
  memory();
  mappings();
  rights();
  crash(SIGSEGV, "a crash is told of");
  crash(SIGABRT, "an abort is told of");
  crash(SIGSYS, "a forbidden call is told of");
  crash_mark();
  processor_share();
  char command[256];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? failed : 1;
}
