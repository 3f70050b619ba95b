// Asks the kernel about a process's mappings, one by one (Linux 6.11, Documentation/filesystems/proc.rst).
#include <errno.h>
#include <linux/ioctl.h>
#include <string.h>
#include <sys/ioctl.h>

#include "clinux.h"

// Of linux/fs.h, which Debian 12 has from an older kernel.
struct roost_mapping_query {
  uint64_t size, flags, address, start, end, mapping_flags, page_size, offset, inode;
  uint32_t major, minor, name_size, build_id_size;
  uint64_t name, build_id;
};
#define ROOST_PROCMAP_QUERY _IOWR('f', 17, struct roost_mapping_query)
enum { ROOST_COVERING_OR_NEXT = 0x10, ROOST_FILE_BACKED = 0x20 };

int roost_next_file_mapping(int maps, uint64_t address, struct roost_mapping *mapping) {
  struct roost_mapping_query query;
  memset(&query, 0, sizeof query);
  query.size = sizeof query;
  query.flags = ROOST_COVERING_OR_NEXT | ROOST_FILE_BACKED;
  query.address = address;
  if (ioctl(maps, ROOST_PROCMAP_QUERY, &query) < 0) return errno;
  mapping->start = query.start;
  mapping->end = query.end;
  mapping->inode = query.inode;
  mapping->major = query.major;
  mapping->minor = query.minor;
  return 0;
}

int roost_mapping_name(int maps, uint64_t address, char *name, uint32_t size) {
  struct roost_mapping_query query;
  memset(&query, 0, sizeof query);
  query.size = sizeof query;
  query.flags = ROOST_FILE_BACKED;
  query.address = address;
  query.name = (uint64_t)(uintptr_t)name;
  query.name_size = size;
  return ioctl(maps, ROOST_PROCMAP_QUERY, &query) < 0 ? errno : 0;
}
