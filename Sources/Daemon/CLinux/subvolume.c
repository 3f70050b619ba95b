// A subvolume of btrfs, which its owner may have made read-only.
#include <errno.h>
#include <linux/btrfs.h>
#include <sys/ioctl.h>

#include "clinux.h"

int roost_clear_read_only(int subvolume) {
  __u64 flags = 0;
  if (ioctl(subvolume, BTRFS_IOC_SUBVOL_GETFLAGS, &flags) < 0) return errno;
  flags &= ~BTRFS_SUBVOL_RDONLY;
  return ioctl(subvolume, BTRFS_IOC_SUBVOL_SETFLAGS, &flags) < 0 ? errno : 0;
}
