// The calls on a process that runs, by its pidfd.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clinux.h"

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

int roost_reap(int pidfd, struct roost_exit *end) {
  siginfo_t info = {0};
  struct rusage usage;
  if (syscall(SYS_waitid, P_PIDFD, pidfd, &info, WEXITED | WNOHANG, &usage) < 0) return errno;
  if (info.si_pid == 0) return ESRCH;
  end->code = info.si_code;
  end->status = info.si_status;
  end->cpu_time = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
  return 0;
}

// <linux/pidfd.h> of Linux 6.15, which Debian 12 does not have.
struct pidfd_info {
  uint64_t mask, cgroup;
  uint32_t pid, tgid, ppid, ids[8];
  int32_t exit_code;
};
#define PIDFD_GET_INFO _IOWR(0xFF, 11, struct pidfd_info)
#define PIDFD_INFO_EXIT (UINT64_C(1) << 3)

int roost_pidfd_exit(int pidfd, struct roost_exit *end) {
  struct pidfd_info info = {.mask = PIDFD_INFO_EXIT};
  if (ioctl(pidfd, PIDFD_GET_INFO, &info) < 0) return errno;
  // Without it the process is there, if only as a zombie.
  if (!(info.mask & PIDFD_INFO_EXIT)) return ESRCH;
  end->code = WIFEXITED(info.exit_code) ? CLD_EXITED : CLD_KILLED;
  end->status = WIFEXITED(info.exit_code) ? WEXITSTATUS(info.exit_code) : WTERMSIG(info.exit_code);
  end->cpu_time = 0;
  return 0;
}

int roost_next_stop(pid_t of, pid_t *pid, bool *stopped) {
  siginfo_t info = {0};
  if (waitid(of == 0 ? P_ALL : P_PID, (id_t)of, &info, WSTOPPED | WCONTINUED | WNOHANG) < 0) return errno;
  if (info.si_pid == 0) return ESRCH;
  *pid = info.si_pid;
  *stopped = info.si_code != CLD_CONTINUED;
  return 0;
}

int roost_pidfd_open(pid_t pid, int *pidfd) {
  *pidfd = pidfd_open(pid, 0);
  return *pidfd < 0 ? errno : 0;
}

int roost_pidfd_send_signal(int pidfd, int signal, bool to_group) {
  // PIDFD_SIGNAL_PROCESS_GROUP of Linux 6.9, which glibc does not know yet.
  return pidfd_send_signal(pidfd, signal, NULL, to_group ? 1 << 2 : 0) < 0 ? errno : 0;
}

int roost_splice(int file, int64_t *from, int pipe, size_t count) {
  ssize_t moved = splice(file, from, pipe, NULL, count, SPLICE_F_NONBLOCK);
  // A file that ends where there should be more of it.
  return moved < 0 ? errno : moved == 0 ? EIO : 0;
}

int roost_process_mrelease(int pidfd) { return process_mrelease(pidfd, 0) < 0 ? errno : 0; }

int roost_process_pageout(int pidfd, const struct iovec *ranges, size_t count, size_t *advised) {
  ssize_t result = syscall(SYS_process_madvise, pidfd, ranges, count, MADV_PAGEOUT, 0);
  if (result < 0) return errno;
  *advised = (size_t)result;
  return 0;
}

int roost_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) < 0 ? errno : 0; }

int roost_allow_all_processors(pid_t thread) {
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  return sched_setaffinity(thread, sizeof all, &all) < 0 ? errno : 0;
}

int roost_thread(void) { return (int)syscall(SYS_gettid); }
