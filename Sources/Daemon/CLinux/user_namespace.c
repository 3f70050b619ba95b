// A user namespace with one user in it (user_namespaces(7)).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clinux.h"

// A file of a process in /proc that is written once, as a whole.
static int write_once(pid_t process, const char *name, const char *text) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = write(file, text, strlen(text)) < 0 ? errno : 0;
  close(file);
  return error;
}

// Each user and group of ours has its own number in there, and no other has one. A process that is not root may map its
// group only where nobody in there can give up groups, by which files may be closed to them (user_namespaces(7)).
static int map_user(pid_t process, uid_t user, gid_t group) {
  char users[32], groups[32];
  snprintf(users, sizeof users, "%u %u 1", user, user);
  snprintf(groups, sizeof groups, "%u %u 1", group, group);
  int error = write_once(process, "setgroups", "deny");
  if (error == 0) error = write_once(process, "uid_map", users);
  if (error == 0) error = write_once(process, "gid_map", groups);
  return error;
}

int roost_make_user_namespace(uid_t user, gid_t group, int *namespace) {
  int pidfd = -1;
  // A copy of our memory, since it runs beside us. No signal tells of its end, which is nobody else's concern.
  struct clone_args args = {.flags = CLONE_NEWUSER | CLONE_PIDFD, .pidfd = (uint64_t)(uintptr_t)&pidfd};
  pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  long holder = syscall(SYS_clone3, &args, sizeof args);
  if (holder == 0) {
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
    // No signal tells of a parent that has ended before.
    if (getppid() != parent) _exit(0);
    for (;;) pause();
  }
  int error = holder < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) return error;
  error = map_user((pid_t)holder, user, group);
  if (error == 0) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/ns/user", holder);
    *namespace = open(path, O_RDONLY | O_CLOEXEC);
    if (*namespace < 0) error = errno;
  }
  syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0U);
  siginfo_t info;
  while (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | __WALL) < 0 && errno == EINTR) continue;
  close(pidfd);
  return error;
}
