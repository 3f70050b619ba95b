// Takes memory at an even pace, and notes what the kernel said of it and when, and the last moment at which it ran: for
// those who measure how soon it is stopped. As an app it acknowledges every event.
// Usage: hog NOTES STEP_KB PAUSE_US STEPS [LIFELINE]
//   NOTES     a file it makes, of struct notes
//   STEPS     after so many steps it only sits there
//   LIFELINE  a FIFO that it keeps open for writing for as long as it lives
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Read by Benchmarks/bench/Notes.swift.
struct notes {
  // Set by whoever measures: 1 to begin.
  _Atomic uint64_t go;
  // Nanoseconds of CLOCK_MONOTONIC at which it last ran.
  _Atomic uint64_t last;
  // The number of `steps` so far.
  _Atomic uint64_t count;
  struct {
    uint64_t time;
    // Bytes of RssAnon, VmPTE, RssShmem and VmSwap together, and of MemAvailable, at that time.
    uint64_t held, available;
  } steps[];
};

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

// The sum of some lines of a file of proc(5), in bytes.
static uint64_t kilobytes(const char *path, const char *const names[]) {
  char text[8192];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  close(file);
  if (length < 0) exit(1);
  text[length] = 0;
  uint64_t sum = 0;
  for (; *names; names++) {
    const char *line = strstr(text, *names);
    if (line) sum += strtoull(line + strlen(*names), NULL, 10) * 1024;
  }
  return sum;
}

// As tiny.c does.
static void *acknowledge(void *_) {
  FILE *events = fdopen(3, "r");
  char line[4096];
  dprintf(4, "{\"hello\":{\"protocol\":1,\"library\":\"hog/1\"}}\n");
  while (events && fgets(line, sizeof line, events)) {
    unsigned long sequence;
    char *at = strstr(line, "\"seq\":");
    if (at && sscanf(at, "\"seq\":%lu", &sequence) == 1) dprintf(4, "{\"ack\":%lu}\n", sequence);
  }
  exit(0);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  size_t step = strtoul(argv[2], NULL, 10) * 1024, steps = strtoul(argv[4], NULL, 10), most = step * steps + 1;
  uint64_t pause_time = strtoull(argv[3], NULL, 10) * 1000;
  const char *const footprint[] = {"RssAnon:", "VmPTE:", "RssShmem:", "VmSwap:", NULL};
  const char *const available[] = {"MemAvailable:", NULL};

  size_t length = sizeof(struct notes) + (steps + 1) * sizeof(((struct notes *)0)->steps[0]);
  int file = open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, length)) return 1;
  // All of it now, so that noting takes no memory later.
  struct notes *notes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
  char *hoard = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (notes == MAP_FAILED || hoard == MAP_FAILED) return 1;
  // So that a step is as large as it says.
  madvise(hoard, most, MADV_NOHUGEPAGE);
  if (argc > 5 && open(argv[5], O_WRONLY) < 0) return 1;
  pthread_t thread;
  if (getenv("ROOST_EVENTS_FD") && pthread_create(&thread, NULL, acknowledge, NULL)) return 1;

  for (size_t taken = 0; taken <= steps; taken++) {
    if (taken > 0) memset(hoard + (taken - 1) * step, 0x5a, step);
    uint64_t time = now();
    notes->steps[taken].held = kilobytes("/proc/self/status", footprint);
    notes->steps[taken].available = kilobytes("/proc/meminfo", available);
    notes->steps[taken].time = time;
    atomic_store(&notes->count, taken + 1);
    if (taken == 0) while (!atomic_load(&notes->go)) usleep(1000);
    // It stays on its processor: the last moment is then that of the signal, and not of its going to sleep.
    do atomic_store(&notes->last, now()); while (now() - time < pause_time);
  }
  for (;;) pause();
}
