// The calls by which a process gives away for good what it may: capabilities, user, files, system calls.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"

int roost_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) < 0 ? errno : 0; }

int roost_drop_bounding_capabilities(void) {
  // EINVAL is the number after the last that the kernel knows (capabilities(7)).
  for (unsigned long capability = 0;; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L) < 0) return errno == EINVAL ? 0 : errno;
}

int roost_inherit_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, sets) < 0) return errno;
  for (size_t i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) sets[i].inheritable = sets[i].permitted;
  return syscall(SYS_capset, &header, sets) < 0 ? errno : 0;
}

int roost_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return syscall(SYS_capset, &header, none) < 0 ? errno : 0;
}

// For a process of one thread: glibc's own calls would change all threads, and ask a signal's handler to do it.
int roost_become_user(const struct roost_user *user) {
  bool done = syscall(SYS_setgroups, user->group_count, user->groups) == 0 &&
              syscall(SYS_setresgid, user->group, user->group, user->group) == 0 &&
              syscall(SYS_setresuid, user->user, user->user, user->user) == 0;
  return done ? 0 : errno;
}

int roost_close_to_tracers(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L) < 0 ? errno : 0; }

int roost_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, (long)signal, 0L, 0L, 0L) < 0 ? errno : 0; }

int roost_set_limit(int resource, uint64_t value) {
  struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
  return setrlimit((__rlimit_resource_t)resource, &limit) < 0 ? errno : 0;
}

int roost_landlock_restrict(int ruleset) {
  return syscall(SYS_landlock_restrict_self, ruleset, 0) < 0 ? errno : 0;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls is written for x86_64 and aarch64"
#endif

int roost_allow_only(const int *calls, size_t count, bool threads, bool unix_sockets) {
  // Two instructions a call, so that no jump is longer than one.
  size_t length = 0;
  bool sockets = false, controls = false;
  struct sock_filter *filter = calloc(count * 2 + 32, sizeof *filter);
  if (filter == NULL) return ENOMEM;
#define ADD(...) filter[length++] = (struct sock_filter)__VA_ARGS__
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  for (size_t i = 0; i < count; i++) {
    if (calls[i] == SYS_socket && !unix_sockets) {
      sockets = true;
      continue;
    }
    if (calls[i] == SYS_ioctl) {
      controls = true;
      continue;
    }
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  // Of the process itself alone: others of the same user are other apps' helpers, or the daemon. The number is 32 bits.
  const struct { int call; unsigned process; } own[] = {{SYS_prlimit64, 0}, {SYS_tgkill, (unsigned)getpid()}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)own[i].call, 0, 4));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own[i].process, 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  }
  // Not those that type into the terminal of its session, which may be that of root's shell (ioctl_tty(2), ioctl_console(2)). The
  // request is 32 bits.
  if (controls) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 5));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  // Not Unix sockets: Landlock does not judge connect(2) to a path (landlock(7)), and the daemon's control socket has one. Without
  // them the resolver asks no service of the machine, and goes on with DNS (nsswitch.conf(5)). The family is 32 bits.
  if (sockets) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 6));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT));
  }
  // Of the flags in the first argument; of clone3(2) they are in memory, where a filter cannot look.
  if (threads) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  // As a kernel without the call: libraries then do without it.
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
#undef ADD
  struct sock_fprog program = {.len = (unsigned short)length, .filter = filter};
  int error = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0 ? errno : 0;
  free(filter);
  return error;
}

int roost_filter_calls(const struct roost_filter *filter) {
  struct sock_fprog program = {.len = filter->count, .filter = (struct sock_filter *)filter->instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0 ? errno : 0;
}

int roost_call_option(uint32_t option) { return prctl((int)option, 0L, 0L, 0L, 0L) < 0 ? errno : 0; }

int roost_memory_file(const char *name, int *descriptor) {
  *descriptor = memfd_create(name, MFD_CLOEXEC);
  return *descriptor < 0 ? errno : 0;
}

int roost_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? errno : 0;
}
