// Only what signal-safety(7) allows happens in here once a signal has come.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "clinux.h"

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static char file[PATH_MAX];
// A child that has called no exec yet shares the handler, and its crash is not ours.
static pid_t owner;
// A stack of its own: one that has overflowed cannot be used any more (sigaltstack(2)).
static char stack[16 * 1024];

static void mark(int signal) {
  if (getpid() == owner) {
    int made = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (made >= 0) close(made);
  }
  // SA_RESETHAND has made it what it was: the status says what happened.
  raise(signal);
}

void roost_mark_crashes(const char *path) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  if (path && strlen(path) < sizeof file) {
    strcpy(file, path);
    owner = getpid();
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&own, NULL);
    action = (struct sigaction){.sa_handler = mark, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
  }
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}
