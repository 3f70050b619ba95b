// Lets a thread run instruction by instruction, and writes down where it was: each address once, in the order of its first visit.
// usage: steps TID FILE     until SIGTERM, and one instruction after it; says "ready" once it has begun
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

enum { ROOM = 1 << 22 };
static uint64_t visited[ROOM];
static volatile sig_atomic_t is_over;

static void end(int signal) {
  (void)signal;
  is_over = 1;
}

/* Whether it is the first visit. */
static int visit(uint64_t address) {
  uint64_t slot = address * 0x9E3779B97F4A7C15u >> 42;
  while (visited[slot] != 0 && visited[slot] != address) slot = (slot + 1) % ROOM;
  if (visited[slot] == address) return 0;
  visited[slot] = address;
  return 1;
}

int main(int argc, char **argv) {
  pid_t thread = argc == 3 ? atoi(argv[1]) : 0;
  FILE *file = thread > 0 ? fopen(argv[2], "w") : NULL;
  if (file == NULL || ptrace(PTRACE_SEIZE, thread, 0, 0) != 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0) {
    perror("unable to follow the thread");
    return 1;
  }
  /* Without SA_RESTART: one that waits for the thread is to see it. */
  sigaction(SIGTERM, &(struct sigaction){.sa_handler = end}, NULL);
  puts("ready");
  fflush(stdout);
  int given = 0;
  for (;;) {
    int status;
    /* Where the thread waits in the kernel when the end is asked for, it takes one instruction more before it is let go: a trap that is
       pending then would end it. */
    if (waitpid(thread, &status, __WALL) < 0) {
      if (errno == EINTR) continue;
      return 1;
    }
    if (!WIFSTOPPED(status)) return 1;
    /* Its own signals are its own; the others are ptrace's. */
    given = status >> 16 == 0 && WSTOPSIG(status) != SIGTRAP ? WSTOPSIG(status) : 0;
    if (is_over) break;
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, thread, 0, &registers);
    if (visit(registers.rip)) fprintf(file, "%llx\n", registers.rip);
    ptrace(PTRACE_SINGLESTEP, thread, 0, given);
  }
  ptrace(PTRACE_DETACH, thread, 0, given);
  return fclose(file);
}
