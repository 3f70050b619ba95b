// Makes tasks wait for memory, until its standard input ends: reads a file at random in a cgroup that is too small for
// it. Usage: thrash CGROUP FILE [BYTES]; it makes both, and removes them. CGROUP is one of cgroup v1's memory controller, and
// has so many bytes (12 MiB), which others may use as well: it says "ready" when they can.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { mebibyte = 1 << 20, size = 64 * mebibyte };

static int put(const char *folder, const char *name, const char *text) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_WRONLY | O_CLOEXEC), done = file >= 0 && write(file, text, strlen(text)) > 0;
  close(file);
  return done;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int file = open(argv[2], O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 || unlink(argv[2])) return 1;
  char *text = calloc(1, mebibyte);
  for (int count = 0; count < size / mebibyte; count++) if (write(file, text, mebibyte) != mebibyte) return 1;
  // Pages that are charged to somebody else would cost nothing.
  if (fsync(file) || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)) return 1;

  int failed = mkdir(argv[1], 0755) || !put(argv[1], "memory.limit_in_bytes", argc > 3 ? argv[3] : "12582912");
  pid_t child = failed ? -1 : fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const volatile char *pages = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (pages == MAP_FAILED || !put(argv[1], "cgroup.procs", "0")) _exit(1);
    for (;;) (void)pages[random() % size];
  }
  if (child > 0 && puts("ready") >= 0) fflush(stdout);
  while (child > 0 && read(STDIN_FILENO, text, 1) > 0) {}
  if (child > 0) kill(child, SIGKILL), waitpid(child, NULL, 0);
  return rmdir(argv[1]) || child < 0;
}
