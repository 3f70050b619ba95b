// Starting a process: clone3(2) with a pidfd, and what the child does before execve(2).
#define _GNU_SOURCE
#include "clinux.h"
#include "dumpable.h"
#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTORS = 5 };

// LANDLOCK_RESTRICT_SELF_LOG_NEW_EXEC_ON of Linux 6.15.
enum { LOG_AFTER_EXEC = 1 << 1 };

// Shared with the child, which runs in our memory until it has exec'd.
struct launch {
  const struct roost_spawn *request;
  volatile int error;
  volatile enum roost_spawn_step step;
};

// Of the launch that is under way on the loop's thread; the kernel writes the pid (CLONE_PARENT_SETTID of clone(2)).
static volatile pid_t spawning;
static volatile unsigned int launches;
static bool was_ended;
// The guard's thread kills with it held, and the loop's thread reaps later: the pid may be another's after that.
static pthread_mutex_t watch = PTHREAD_MUTEX_INITIALIZER;

struct roost_new_process roost_spawning(void) {
  unsigned int launch = launches;
  return (struct roost_new_process){.pid = spawning, .launch = launch};
}

void roost_end_spawning(struct roost_new_process child) {
  pthread_mutex_lock(&watch);
  if (child.pid > 0 && child.pid == spawning && child.launch == launches) {
    was_ended = true;
    kill(child.pid, SIGKILL);
  }
  pthread_mutex_unlock(&watch);
}

static void begin_watch(void) {
  pthread_mutex_lock(&watch);
  launches++;
  was_ended = false;
  pthread_mutex_unlock(&watch);
}

// From now on nobody else ends the child. Returns whether somebody has.
static bool end_watch(void) {
  pthread_mutex_lock(&watch);
  spawning = 0;
  bool was = was_ended;
  pthread_mutex_unlock(&watch);
  return was;
}

// Until here the child shares the table of descriptors with its parent; the kernel copies what is below `unneeded` alone.
// Each of those that it keeps is moved out of the way first, so that placing one cannot overwrite another's source.
static bool place_descriptors(const int sources[DESCRIPTORS], unsigned int unneeded) {
  if (syscall(SYS_close_range, unneeded, ~0U, CLOSE_RANGE_UNSHARE) < 0) return false;
  int moved[DESCRIPTORS];
  for (int i = 0; i < DESCRIPTORS; i++) {
    moved[i] = sources[i] < 0 || sources[i] >= DESCRIPTORS ? sources[i] : fcntl(sources[i], F_DUPFD, DESCRIPTORS);
    if (moved[i] < 0 && sources[i] >= 0) return false;
  }
  for (int i = 0; i < DESCRIPTORS; i++) {
    if (moved[i] < 0)
      close(i);
    else if (dup2(moved[i], i) < 0)
      return false;
  }
  return syscall(SYS_close_range, DESCRIPTORS, ~0U, 0) == 0;
}

// The child's alone, though it runs in the parent's memory: the kernel makes that exception of vfork(2).
static void reset_oom_score(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // Nothing that follows depends on it.
  (void)!write(file, "0", 1);
  close(file);
}

static bool limit_open_files(uint64_t soft) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return false;
  rlim_t wanted = soft < limit.rlim_max ? soft : limit.rlim_max;
  if (limit.rlim_cur == wanted) return true;
  limit.rlim_cur = wanted;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

static bool lower_limits(const struct roost_limit *limits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct rlimit limit;
    if (getrlimit(limits[i].resource, &limit) < 0) return false;
    if (limit.rlim_max <= limits[i].most) continue;
    limit.rlim_max = limits[i].most;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    if (setrlimit(limits[i].resource, &limit) < 0) return false;
  }
  return true;
}

// The bounding set, from which execve(2) gives to a user id of 0, and the securebits, by which it gives it anything at
// all. Before the change of user, which takes the capability that both ask for (capabilities(7)).
static bool empty_bounding_set(void) {
  unsigned long capability = 0;
  while (prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L) == 0) capability++;
  // It is not a capability that this kernel has: that was the last one.
  return capability > 0 && errno == EINVAL;
}

static bool bar_capabilities(bool has_bounding_set) {
  if (has_bounding_set && !empty_bounding_set()) return false;
  return prctl(PR_SET_SECUREBITS,
               (unsigned long)(SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP_LOCKED |
                               SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE |
                               SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED),
               0L, 0L, 0L) == 0;
}

// Those that this process has and can hand down; the ambient set goes with them.
static bool drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  static const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  return syscall(SYS_capset, &header, none) == 0;
}

static bool install_filter(const struct roost_filter *filter, unsigned int flags) {
  struct sock_fprog program = {.len = filter->count, .filter = (struct sock_filter *)filter->instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0;
}

// The kernel's own calls: setuid(3) of glibc would change all threads it knows, which are the parent's. In a user namespace
// nobody sets groups (map_user() in user_namespace.c), so they come first.
static bool set_groups(const struct roost_user *user) {
  return syscall(SYS_setgroups, user->group_count, user->groups) == 0;
}

static bool become(const struct roost_user *user) {
  return syscall(SYS_setresgid, user->group, user->group, user->group) == 0 &&
         syscall(SYS_setresuid, user->user, user->user, user->user) == 0;
}

// The kernel ends a child that waits for longer, in execve(2), chdir(2) or for another path: until somebody gives up a lease on the
// file, or on an interpreter that it names (F_SETLEASE of fcntl(2); 45 s), or for a file system that does not answer. A POSIX timer
// does not outlive execve(2).
static bool make_limit(int *timer) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, timer) == 0;
}

static bool begin_limit(int timer, int64_t nanoseconds) {
  struct itimerspec once = {
      .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
  };
  return syscall(SYS_timer_settime, timer, 0, &once, NULL) == 0;
}

// The timer has been made before, as the daemon's user; 0 ns take the limit away.
static bool enter_directory(const struct roost_spawn *request, int timer) {
  if (request->directory_limit <= 0) return chdir(request->directory) == 0;
  return begin_limit(timer, request->directory_limit) && chdir(request->directory) == 0 && begin_limit(timer, 0);
}

static bool enter_mounts(const struct roost_mounts *mounts) {
  int timer;
  return make_limit(&timer) && begin_limit(timer, mounts->limit) && roost_enter_mounts(mounts) &&
         syscall(SYS_timer_delete, timer) == 0;
}

// The child stops in execve(2), before the first instruction of its program. Nothing may stop it sooner, as its tracer waits
// for the exec: that is what the limit is for. With Yama (ptrace_scope of the kernel's admin guide) a debugger that is no
// ancestor may attach afterwards.
static bool ask_to_be_stopped(void) {
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0L, 0L, 0L);
  return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

// In the child. Only async-signal-safe calls: another thread of the parent may hold any lock of libc.
static void prepare(struct launch *launch) {
  const struct roost_spawn *request = launch->request;
  // In the daemon's session the daemon's death would orphan the process group, and the kernel sends the stopped members
  // of such a group SIGHUP and SIGCONT (setpgid(2), NOTES of credentials(7)): suspended apps would wake and end.
  launch->step = ROOST_SPAWN_SESSION;
  if (setsid() < 0) return;
  // While it may still open that.
  if (request->resets_oom_score) reset_oom_score();
  // Kept across execve: orphans below the app stay its children, so that a walk from the app's root finds them all.
  launch->step = ROOST_SPAWN_SUBREAPER;
  if (prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) < 0) return;
  // No set-user-ID program below the app, and the condition that landlock_restrict_self(2) sets for a user that is not
  // root.
  launch->step = ROOST_SPAWN_NO_NEW_PRIVILEGES;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) < 0) return;
  launch->step = ROOST_SPAWN_USER;
  if (request->user != NULL && !set_groups(request->user)) return;
  // Landlock forbids mounts. A child without any is never in this step, wherever it is ended.
  if (request->mounts != NULL) {
    launch->step = ROOST_SPAWN_MOUNTS;
    if (!enter_mounts(request->mounts)) return;
  }
  // While the ruleset is still open.
  launch->step = ROOST_SPAWN_SANDBOX;
  if (request->ruleset >= 0 &&
      syscall(SYS_landlock_restrict_self, request->ruleset, request->logs_ruleset ? LOG_AFTER_EXEC : 0) < 0)
    return;
  launch->step = ROOST_SPAWN_DESCRIPTORS;
  if (!place_descriptors(request->descriptors, request->unneeded_from)) return;
  launch->step = ROOST_SPAWN_FILE_LIMIT;
  if (!limit_open_files(request->open_files)) return;
  // Ours alone: clone3(2) without CLONE_FS copies it.
  if (request->file_mask >= 0) umask((mode_t)request->file_mask);
  launch->step = ROOST_SPAWN_LIMITS;
  // It counts among the signals that wait for its maker's user (RLIMIT_SIGPENDING of getrlimit(2)), and the app's neighbours may
  // have as many queued as the app's limit lets them.
  int timer = -1;
  if ((request->exec_limit > 0 || request->directory_limit > 0) && !make_limit(&timer)) return;
  if (!lower_limits(request->limits, request->limit_count)) return;
  launch->step = ROOST_SPAWN_CAPABILITIES;
  if (request->bars_capabilities && !bar_capabilities(request->has_bounding_set)) return;
  launch->step = ROOST_SPAWN_USER;
  if (request->user != NULL && !become(request->user)) return;
  launch->step = ROOST_SPAWN_CAPABILITIES;
  if (request->drops_capabilities && !drop_capabilities()) return;
  launch->step = ROOST_SPAWN_DIRECTORY;
  if (!enter_directory(request, timer)) return;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  launch->step = ROOST_SPAWN_STOP;
  if (request->stops && !(begin_limit(timer, request->exec_limit) && ask_to_be_stopped())) return;
  // Last, since it forbids some of the above.
  launch->step = ROOST_SPAWN_FILTER;
  if (request->filter != NULL && !install_filter(request->filter, 0)) return;
  // Of two errors the kernel takes that of the filter which came later (seccomp(2)).
  if (request->logged_filter != NULL && !install_filter(request->logged_filter, SECCOMP_FILTER_FLAG_LOG)) return;
  launch->step = ROOST_SPAWN_EXEC;
  if (request->exec_limit > 0 && !request->stops && !begin_limit(timer, request->exec_limit)) return;
  execve(request->executable, request->arguments, request->environment);
}

__attribute__((noreturn, used)) static void run_child(struct launch *launch) {
  prepare(launch);
  launch->error = errno;
  // exit_group directly: atexit handlers and stdio belong to the parent.
  for (;;) syscall(SYS_exit_group, 127);
}

// clone3(2) whose child calls run_child on a stack of its own; a child that returned through our frames would destroy
// them for the parent. glibc 2.36 does not export such a wrapper.
static long clone3_run_child(struct clone_args *args, struct launch *launch) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "mov %[launch], %%rdi\n\t"
      "call *%[child]\n"
      "1:"
      : "=a"(result)
      : "a"(SYS_clone3), "D"(args), "S"(sizeof *args), [launch] "r"(launch), [child] "r"(run_child)
      : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long number __asm__("x8") = SYS_clone3;
  register long result __asm__("x0") = (long)args;
  register long size __asm__("x1") = sizeof *args;
  __asm__ volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, xzr\n\t"
      "mov x0, %[launch]\n\t"
      "blr %[child]\n"
      "1:"
      : "+r"(result)
      : "r"(number), "r"(size), [launch] "r"(launch), [child] "r"(run_child)
      : "x30", "memory", "cc");
  return result;
#else
#error "clone3 on a stack of its own is written for x86_64 and aarch64"
#endif
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Of the step in which the child is.
static int64_t limit_of(const struct launch *launch) {
  const struct roost_spawn *request = launch->request;
  if (launch->step == ROOST_SPAWN_MOUNTS) return request->mounts->limit;
  return launch->step == ROOST_SPAWN_DIRECTORY ? request->directory_limit : request->exec_limit;
}

// Whether the child's timer has ended it. Its memory was ours, so we run again just before it can be reaped.
static bool has_ended_of_limit(const struct launch *launch, int64_t began, int pidfd) {
  int64_t limit = limit_of(launch);
  if (limit <= 0 || now() - began < limit) return false;
  struct pollfd end = {.fd = pidfd, .events = POLLIN};
  return poll(&end, 1, 1000) == 1;
}

// Lets go of a child that its exec has stopped, and leaves it in state T: as a SIGSTOP from outside would, but before its
// first instruction. A child that has ended instead is left to be reaped.
static int leave_stopped(pid_t child, int pidfd) {
  siginfo_t info;
  while (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WSTOPPED | WNOWAIT) < 0)
    if (errno != EINTR) return errno;
  if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED) return 0;
  return ptrace(PTRACE_DETACH, child, NULL, (void *)(long)SIGSTOP) == 0 || errno == ESRCH ? 0 : errno;
}

int roost_spawn(const struct roost_spawn *request, pid_t *pid, int *pidfd, enum roost_spawn_step *failed) {
  struct launch launch = {.request = request, .error = 0, .step = ROOST_SPAWN_CLONE};
  // Enough for prepare(), whose largest object is a sigset_t; the parent does not run while the child uses it.
  _Alignas(16) unsigned char stack[16 * 1024];
  int descriptor = -1;
  // CLONE_VM with CLONE_VFORK rather than a copied address space: at 20 MB resident a copy keeps the loop for 0.43 to
  // 0.54 ms in clone alone, 1.1 ms until the exec is known to have worked, and costs page faults afterwards; this takes
  // 0.05 ms (posix_spawn: 0.07 to 0.09 ms). The price is that the loop waits for execve to read the executable's head.
  // CLONE_FILES for the same reason: to copy twenty thousand descriptors and to close them takes 4 ms.
  struct clone_args args = {
      .flags = CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_PIDFD | CLONE_CLEAR_SIGHAND,
      .pidfd = (uint64_t)(uintptr_t)&descriptor,
      .exit_signal = SIGCHLD,
      .stack = (uint64_t)(uintptr_t)stack,
      .stack_size = sizeof stack,
  };
  if (request->cgroup >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = (uint64_t)request->cgroup;
  }
  if (request->is_watched) {
    begin_watch();
    args.flags |= CLONE_PARENT_SETTID;
    args.parent_tid = (uint64_t)(uintptr_t)&spawning;
  }
  for (size_t i = 0; request->mounts != NULL && i <= request->mounts->count; i++) request->mounts->trees[i] = -1;
  // No handler may run in the child while it shares our memory; it unblocks all once its dispositions are the default.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (request->user != NULL) roost_dumpable_begin_child();
  bool has_limit = request->exec_limit > 0 || request->directory_limit > 0 || request->mounts != NULL;
  int64_t began = has_limit ? now() : 0;
  long child = clone3_run_child(&args, &launch);
  if (request->user != NULL) roost_dumpable_end_child();
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  *failed = launch.step;
  if (launch.step == ROOST_SPAWN_MOUNTS) roost_close_mounts(request->mounts);
  bool was_canceled = request->is_watched && end_watch();
  if (child < 0) return (int)-child;
  if (launch.error == 0 && was_canceled) {
    // Nobody waits below for a child that lives.
    kill((pid_t)child, SIGKILL);
    launch.error = ECANCELED;
  }
  if (launch.error == 0 && has_ended_of_limit(&launch, began, descriptor)) launch.error = ETIMEDOUT;
  if (launch.error != 0) {
    siginfo_t info;
    // The failed child is gone or going; waiting for it takes no longer than its exit_group.
    while (waitid(P_PIDFD, (id_t)descriptor, &info, WEXITED) < 0 && errno == EINTR) continue;
    close(descriptor);
    return launch.error;
  }
  // It cannot fail for a tracer of its own child; the child would be stopped for good.
  if (request->stops && (launch.error = leave_stopped((pid_t)child, descriptor)) != 0) {
    kill((pid_t)child, SIGKILL);
    *failed = ROOST_SPAWN_STOP;
    siginfo_t info;
    while (waitid(P_PIDFD, (id_t)descriptor, &info, WEXITED) < 0 && errno == EINTR) continue;
    close(descriptor);
    return launch.error;
  }
  *pid = (pid_t)child;
  *pidfd = descriptor;
  return 0;
}
