// Says when it reached main, as nanoseconds of CLOCK_MONOTONIC, into the file its first argument names; then exits.
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  char text[32];
  int length = snprintf(text, sizeof text, "%lld\n", t.tv_sec * 1000000000LL + t.tv_nsec);
  int file = argc > 1 ? open(argv[1], O_WRONLY) : -1;
  return file >= 0 && write(file, text, length) == length ? 0 : 1;
}
