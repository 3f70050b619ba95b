// Counts the instructions of user mode that one thread takes, for tools/costs: it has the kernel stop the thread after each
// (ptrace(2), PTRACE_SINGLESTEP), from the word "counting" on until SIGINT, and then prints how many there were. A system call
// is one of them. A processor's own counters are not there in most virtual machines, and valgrind knows no pidfds.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static volatile sig_atomic_t is_over;

static void end(int signal) {
  (void)signal;
  is_over = 1;
}

// Ends it where the thread is gone or cannot be traced.
static void require(int is_good, const char *what) {
  if (is_good) return;
  perror(what);
  exit(1);
}

// Whether a step's SIGTRAP is still to be told; it would end a thread that nobody traces.
static int is_trap_pending(pid_t thread) {
  siginfo_t pending[8];
  struct __ptrace_peeksiginfo_args all = {.nr = 8};
  long count = ptrace(PTRACE_PEEKSIGINFO, thread, &all, pending);
  require(count >= 0, "PTRACE_PEEKSIGINFO");
  for (long place = 0; place < count; place++) {
    if (pending[place].si_signo == SIGTRAP) return 1;
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: steps THREAD\n", stderr);
    return 2;
  }
  pid_t thread = atoi(arguments[1]);
  // Without SA_RESTART: waitpid(2) is to end when the signal comes.
  struct sigaction action = {.sa_handler = end};
  sigaction(SIGINT, &action, NULL);
  require(ptrace(PTRACE_SEIZE, thread, NULL, NULL) == 0, "PTRACE_SEIZE");
  require(ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) == 0, "PTRACE_INTERRUPT");
  int status;
  require(waitpid(thread, &status, __WALL) == thread, "waitpid");
  puts("counting");
  fflush(stdout);

  long steps = 0;
  int signal = 0;
  while (!is_over || is_trap_pending(thread)) {
    require(ptrace(PTRACE_SINGLESTEP, thread, NULL, (void *)(long)signal) == 0, "PTRACE_SINGLESTEP");
    while (waitpid(thread, &status, __WALL) < 0) {
      // The thread waits in a system call.
      if (is_over) require(ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) == 0, "PTRACE_INTERRUPT");
    }
    require(WIFSTOPPED(status), "the thread has ended");
    // A signal of its own, but for those by which ptrace(2) stops it.
    int is_step = WSTOPSIG(status) == SIGTRAP || status >> 16 != 0;
    signal = is_step ? 0 : WSTOPSIG(status);
    steps += is_step;
  }
  require(ptrace(PTRACE_DETACH, thread, NULL, (void *)(long)signal) == 0, "PTRACE_DETACH");
  printf("%ld\n", steps);
  return 0;
}
