// A kernel's file system at no place: nobody else finds its folders (fsopen(2), fsmount(2)). And which one a file is in.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "clinux.h"

int roost_mount_private(const char *type, int *folder) {
  int context = fsopen(type, FSOPEN_CLOEXEC);
  if (context < 0) return errno;
  int error = 0;
  *folder = -1;
  if (fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
    *folder = fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  if (*folder < 0) error = errno;
  close(context);
  return error;
}

int roost_file_system_kind(int descriptor, uint64_t *kind) {
  struct statfs found;
  if (fstatfs(descriptor, &found) < 0) return errno;
  *kind = (uint64_t)found.f_type;
  return 0;
}
