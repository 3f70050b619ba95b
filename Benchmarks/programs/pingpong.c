// The floor under every channel: two processes pass one line back and forth over two pipes. Prints nanoseconds a round
// trip, one a line. Usage: pingpong ROUNDS
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 10000;
  // As long as the event and the acknowledgement they stand for.
  char line[64] = "{\"seq\":7,\"event\":\"didBecomeActive\",\"state\":\"active\"}\n", ack[] = "{\"ack\":7}\n", got[256];
  int down[2], up[2];
  if (pipe(down) || pipe(up)) return 1;
  if (fork() == 0) {
    close(down[1]);
    while (read(down[0], got, sizeof got) > 0)
      if (write(up[1], ack, sizeof ack - 1) < 0) break;
    _exit(0);
  }
  close(down[0]);
  close(up[1]);
  for (int i = 0; i < rounds; i++) {
    long long start = now();
    if (write(down[1], line, 53) < 0 || read(up[0], got, sizeof got) <= 0) return 1;
    printf("%lld\n", now() - start);
  }
  return 0;
}
