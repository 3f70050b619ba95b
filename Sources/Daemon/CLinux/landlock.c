// Landlock (landlock(7)): rules for what a process may reach in the file system. glibc has no wrappers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"

// struct landlock_ruleset_attr of Linux 6.12; older headers lack its end. A field that an older kernel lacks must be
// zero.
struct ruleset {
  uint64_t access_fs, access_net, scoped;
};

int roost_landlock_version(int *version) {
  long found = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (found < 0) return errno;
  *version = (int)found;
  return 0;
}

// struct landlock_net_port_attr of Linux 6.7, and its type.
struct port_rule {
  uint64_t access, port;
};
enum { RULE_NET_PORT = 2 };

int roost_landlock_create(uint64_t access, uint64_t network, uint64_t scopes, int *ruleset) {
  struct ruleset attributes = {.access_fs = access, .access_net = network, .scoped = scopes};
  long made = syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (made < 0) return errno;
  *ruleset = (int)made;
  return 0;
}

int roost_landlock_allow(int ruleset, int file, uint64_t access) {
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = file};
  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? errno : 0;
}

int roost_landlock_allow_port(int ruleset, uint16_t port, uint64_t access) {
  struct port_rule rule = {.access = access, .port = port};
  return syscall(SYS_landlock_add_rule, ruleset, RULE_NET_PORT, &rule, 0) < 0 ? errno : 0;
}
