// The dispositions of signals that programs which this process starts would inherit (signal(7)).
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"

// As the kernel has it: sigaction(3) refuses the two signals that glibc uses itself, and these are inherited too.
struct disposition {
  unsigned long handler, flags, restorer, mask;
};

static void take(int signal) { (void)signal; }

static const struct sigaction caught = {.sa_handler = take, .sa_flags = SA_RESTART};

int roost_catch_interrupts(void) { return sigaction(SIGURG, &caught, NULL) < 0 ? errno : 0; }

int roost_interrupt(pid_t thread) { return syscall(SYS_tgkill, getpid(), thread, SIGURG) < 0 ? errno : 0; }

int roost_catch_ignored_signals(void) {
  static const struct disposition standard = {0};
  for (int signal = 1; signal < NSIG; signal++) {
    struct disposition now;
    if (syscall(SYS_rt_sigaction, signal, NULL, &now, sizeof now.mask) < 0) return errno;
    if (now.handler != (unsigned long)SIG_IGN) continue;
    if (sigaction(signal, &caught, NULL) == 0) continue;
    if (syscall(SYS_rt_sigaction, signal, &standard, NULL, sizeof standard.mask) < 0) return errno;
  }
  return 0;
}
