// The share of a processor of a thread that a library may keep: only what signal-safety(7) allows happens once SIGPROF has come.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "clinux.h"

static struct roost_share share;
// Others get the signal too, where they use the processor (setitimer(2)).
static pid_t owner;
static _Atomic int64_t earned;
// In a row, since roost_earn_processor() was called.
static _Atomic int rests;
// As they were when this period began.
static int64_t began, used, earned_before;

static int64_t now(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void begin(void) {
  began = now(CLOCK_MONOTONIC);
  used = now(CLOCK_PROCESS_CPUTIME_ID);
  earned_before = earned;
}

static void rest(int64_t nanoseconds) {
  // It is not read: an answer to what the thread has said may wait there.
  struct pollfd peer = {.fd = share.peer, .events = POLLRDHUP};
  int ready = poll(&peer, 1, (int)(nanoseconds / 1000000) + 1);
  if (ready > 0) _exit(0);
  if (ready < 0) return;
  begin();
  if (++rests < share.rests) return;
  _exit(write(share.peer, share.last_words, share.last_words_size) == (ssize_t)share.last_words_size);
}

static void look(int signal) {
  (void)signal;
  if (syscall(SYS_gettid) != owner) return;
  int before = errno;
  int64_t left = began + share.period - now(CLOCK_MONOTONIC);
  if (left <= 0) {
    begin();
  } else if (now(CLOCK_PROCESS_CPUTIME_ID) - used >= share.most + (earned - earned_before)) {
    rest(left);
  }
  errno = before;
}

int roost_share_processor(const struct roost_share *wanted) {
  share = *wanted;
  owner = (pid_t)syscall(SYS_gettid);
  begin();
  struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
  if (sigaction(SIGPROF, &action, NULL) < 0) return errno;
  struct timeval tick = {.tv_usec = wanted->tick / 1000};
  struct itimerval timer = {.it_interval = tick, .it_value = tick};
  return setitimer(ITIMER_PROF, &timer, NULL) < 0 ? errno : 0;
}

void roost_earn_processor(int64_t all) {
  earned = all;
  rests = 0;
}
