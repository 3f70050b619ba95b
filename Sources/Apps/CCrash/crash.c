// Only what signal-safety(7) allows happens in here once a signal has come.
#define _GNU_SOURCE
#include "include/crash.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static int replies = -1;
// A child that was forked and has called no exec shares our handler, and not our channel's word.
static pid_t teller;
static struct timespec patience;
static atomic_int crashing;
// The thread whose line is under way, which may be longer than the pipe has room for; 0 between lines.
static _Atomic(pthread_t) writer;
// No other line begins meanwhile.
static atomic_int telling;
// A stack of its own: one that has overflowed cannot be used any more (sigaltstack(2)).
static char stack[64 * 1024];

static char *put_text(char *end, const char *text) {
  while (*text) *end++ = *text++;
  return end;
}

static char *put_number(char *end, unsigned number) {
  char digits[10];
  int count = 0;
  do {
    digits[count++] = '0' + number % 10;
  } while (number /= 10);
  while (count) *end++ = digits[--count];
  return end;
}

static void wait_a_moment(void) {
  struct timespec moment = {.tv_nsec = 1000000};
  nanosleep(&moment, NULL);
}

void roost_line_begins(int descriptor) {
  if (descriptor != replies) return;
  atomic_store(&writer, pthread_self());
  while (atomic_load(&telling)) {
    atomic_store(&writer, 0);
    while (atomic_load(&telling)) wait_a_moment();
    atomic_store(&writer, pthread_self());
  }
}

void roost_line_ended(int descriptor) {
  if (descriptor == replies) atomic_store(&writer, 0);
}

// In the midst of another line ours would make both unreadable, and the app one that breaks the protocol. The thread that
// crashes may be the one that writes.
static int is_between_lines(void) {
  for (int looks = 0; looks < 100; looks++) {
    pthread_t thread = atomic_load(&writer);
    if (thread == 0) return 1;
    if (thread == pthread_self()) return 0;
    wait_a_moment();
  }
  return 0;
}

static void tell(int number, unsigned thread) {
  char line[96];
  char *end = put_text(line, "{\"trace\":{\"crashing\":");
  end = put_number(end, (unsigned)number);
  end = put_text(end, ",\"thread\":");
  end = put_number(end, thread);
  end = put_text(end, "}}\n");
  // Less than PIPE_BUF, so all of it or none (pipe(7)); a pipe that nobody reads must not keep us.
  struct pollfd ready = {.fd = replies, .events = POLLOUT};
  if (poll(&ready, 1, 100) == 1 && ready.revents & POLLOUT) (void)!write(replies, line, (size_t)(end - line));
}

// Not static: its name in a backtrace says where the crash began.
void roost_app_crashed(int number);
__attribute__((noinline)) void roost_app_crashed(int number) {
  struct timespec rest = patience;
  if (getpid() == teller && atomic_fetch_add(&crashing, 1) == 0) {
    atomic_store(&telling, 1);
    int is_told = is_between_lines();
    if (is_told) tell(number, (unsigned)syscall(SYS_gettid));
    atomic_store(&telling, 0);
    // Nobody comes to look at one that has said nothing; its wait status tells of the crash all the same.
    while (is_told && nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
  }
  // SA_RESETHAND has made it what it was: the status says what happened.
  raise(number);
}

void roost_tell_of_crashes(int descriptor, unsigned milliseconds) {
  replies = descriptor;
  teller = getpid();
  patience = (struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&own, NULL);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction current;
    if (sigaction(signals[index], NULL, &current) != 0 || current.sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = roost_app_crashed, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(signals[index], &action, NULL);
  }
}
