// The kernel's part of a suspension: stops a group of THREADS threads of one process and PROCESSES more, all of which sleep,
// by one SIGSTOP, and waits until each has stopped. Prints nanoseconds, a line for each of ROUNDS.
// usage: stop THREADS PROCESSES ROUNDS
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *sleep_on(void *unused) {
  for (;;) pause();
  return unused;
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// The first leads the group, and has the threads. It tells that they are there.
static pid_t start(pid_t group, int threads, int ready) {
  pid_t child = fork();
  if (child != 0) {
    setpgid(child, group);
    return child;
  }
  setpgid(0, group);
  pthread_t thread;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  for (int i = 0; i < threads; i++) pthread_create(&thread, &small, sleep_on, NULL);
  if (write(ready, "", 1) == 1) sleep_on(NULL);
  _exit(1);
}

static void wait_for_all(pid_t group, int count, int change) {
  siginfo_t info;
  for (int i = 0; i < count; i++)
    if (waitid(P_PGID, (id_t)group, &info, change) < 0) exit(1);
}

int main(int count, char **words) {
  if (count != 4) return 2;
  int processes = 1 + atoi(words[2]), ready[2];
  char byte;
  if (pipe(ready) < 0) return 1;
  pid_t group = start(0, atoi(words[1]), ready[1]);
  for (int i = 1; i < processes; i++) start(group, 0, ready[1]);
  for (int i = 0; i < processes; i++)
    if (read(ready[0], &byte, 1) != 1) return 1;
  for (int i = 0; i < atoi(words[3]); i++) {
    // As long as the app of the benchmark has slept.
    usleep(5000);
    long long start = now();
    kill(-group, SIGSTOP);
    wait_for_all(group, processes, WSTOPPED);
    printf("%lld\n", now() - start);
    kill(-group, SIGCONT);
    wait_for_all(group, processes, WCONTINUED);
  }
  kill(-group, SIGKILL);
  return 0;
}
