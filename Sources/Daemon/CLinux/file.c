// stat(2), statx(2) and the clocks as numbers: a static build of Swift finds `timespec` in a module that has no name.
// And renameat2(2), which Swift does not know.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "clinux.h"

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

// A server of a file system says any number.
static int64_t bytes(uint64_t blocks) { return blocks < INT64_MAX / 512 ? (int64_t)blocks * 512 : INT64_MAX; }

int roost_rename_new(const char *old, const char *name) {
  return renameat2(AT_FDCWD, old, AT_FDCWD, name, RENAME_NOREPLACE) < 0 ? errno : 0;
}

int roost_file_status(int descriptor, const char *path, bool follows_links, struct roost_file_status *status) {
  struct stat found;
  int result = path ? fstatat(descriptor, path, &found, follows_links ? 0 : AT_SYMLINK_NOFOLLOW)
                    : fstat(descriptor, &found);
  if (result < 0) return errno;
  status->mode = found.st_mode;
  status->user = found.st_uid;
  status->group = found.st_gid;
  status->links = found.st_nlink;
  status->device = found.st_dev;
  status->inode = found.st_ino;
  status->size = found.st_size;
  status->allocated = bytes((uint64_t)found.st_blocks);
  status->modified = nanoseconds(found.st_mtim);
  status->changed = nanoseconds(found.st_ctim);
  return 0;
}

static int64_t stamp(struct statx_timestamp time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

int roost_cached_status(int folder, const char *path, struct roost_file_status *status) {
  struct statx found;
  if (statx(folder, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, &found) < 0) return errno;
  status->mode = found.stx_mode;
  status->user = found.stx_uid;
  status->group = found.stx_gid;
  status->links = found.stx_nlink;
  status->device = makedev(found.stx_dev_major, found.stx_dev_minor);
  status->inode = found.stx_ino;
  status->size = (int64_t)found.stx_size;
  status->allocated = bytes(found.stx_blocks);
  status->modified = stamp(found.stx_mtime);
  status->changed = stamp(found.stx_ctime);
  return 0;
}

int64_t roost_clock(int clock) {
  struct timespec time = {0};
  // Fails only for a clock that does not exist.
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

int roost_clock_set_timer(int *timer) {
  *timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (*timer < 0) return errno;
  struct itimerspec end = {.it_value = {.tv_sec = INT64_MAX}};
  if (timerfd_settime(*timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &end, NULL) == 0) return 0;
  int error = errno;
  close(*timer);
  return error;
}
