// Counts what a program allocates, from outside: preloaded (ld.so(8)), with the counters in a file that others can read.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct counters {
  _Atomic long allocations;
  // Bytes that are allocated and not freed, as malloc has rounded them.
  _Atomic long held;
};

static struct counters unseen;
static struct counters *counters = &unseen;

__attribute__((constructor)) static void open_counters(void) {
  const char *path = getenv("ROOST_COUNTERS");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *place = mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place != MAP_FAILED) counters = place;
  close(file);
}

// The names that glibc itself has for its functions: dlsym(3) would allocate.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *counted(void *memory) {
  if (memory == NULL) return NULL;
  counters->allocations++;
  counters->held += (long)malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

void *realloc(void *memory, size_t size) {
  long before = memory ? (long)malloc_usable_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  if (moved == NULL && size > 0) return NULL;
  counters->held -= before;
  return counted(moved);
}

void free(void *memory) {
  if (memory == NULL) return;
  counters->held -= (long)malloc_usable_size(memory);
  __libc_free(memory);
}
