// The mounts of an app whose user others have too: a user namespace, and a mount namespace for each app in it.
#define _GNU_SOURCE
#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
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
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  long holder = syscall(SYS_clone3, &args, sizeof args);
  if (holder == 0) {
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0L, 0L, 0L);
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

static int set_attributes(const char *path, unsigned int flags, uint64_t set, uint64_t clear, uint64_t propagation) {
  struct mount_attr attributes = {.attr_set = set, .attr_clr = clear, .propagation = propagation};
  return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes);
}

// A mount below that the machine has as read-only stays so, and then all of those below do.
static bool make_writable(const char *path) {
  return set_attributes(path, AT_RECURSIVE, 0, MOUNT_ATTR_RDONLY, 0) == 0 ||
         set_attributes(path, 0, 0, MOUNT_ATTR_RDONLY, 0) == 0;
}

// Neither does the app reach it: there is nothing to show, and nothing to hide.
static bool is_unreachable(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP;
}

bool roost_enter_mounts(const struct roost_mounts *mounts) {
  if (setns(mounts->user_namespace, CLONE_NEWUSER) < 0 || unshare(CLONE_NEWNS) < 0) return false;
  // A file system that somebody unmounts later is unmounted here as well, so that no app keeps it busy.
  if (set_attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0, MS_SLAVE) < 0) return false;
  for (size_t i = 0; i < mounts->count; i++) {
    const struct roost_mount *mount_ = &mounts->mounts[i];
    if (mount(mount_->source, mount_->target, NULL, MS_BIND | MS_REC, NULL) < 0) {
      if (is_unreachable(errno)) continue;
      return false;
    }
    if (mount_->is_writable && !make_writable(mount_->target)) return false;
  }
  return true;
}
