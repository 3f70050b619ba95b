// Opening what an untrusted process has laid out.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"

int roost_open_beneath(int directory, const char *path, int flags, int *descriptor) {
  struct open_how how = {
      .flags = (uint64_t)flags | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV,
  };
  long opened = syscall(SYS_openat2, directory, path, &how, sizeof how);
  if (opened < 0) return errno;
  *descriptor = (int)opened;
  return 0;
}

int roost_open_inside(int directory, const char *path, int *descriptor) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };
  long opened = syscall(SYS_openat2, directory, path, &how, sizeof how);
  if (opened < 0) return errno;
  *descriptor = (int)opened;
  return 0;
}

int roost_open_path(const char *path, bool follows_links, int *descriptor) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC,
      .resolve = follows_links ? 0 : RESOLVE_NO_SYMLINKS,
  };
  long opened = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  if (opened < 0) return errno;
  *descriptor = (int)opened;
  return 0;
}
