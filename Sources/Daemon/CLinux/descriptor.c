// Calls about descriptors that Swift's Glibc lacks: pipe2(2), accept4(2), getdents64(2), dup3(2), and the target of one of /proc.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clinux.h"

int roost_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) < 0 ? errno : 0; }

int roost_accept(int socket, int *client) {
  *client = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return *client < 0 ? errno : 0;
}

ssize_t roost_descriptor_target(int folder, const char *proc, pid_t process, int descriptor, char *target,
                                size_t size) {
  char path[64];
  snprintf(path, sizeof path, "%s/%d/fd/%d", proc, process, descriptor);
  return readlinkat(folder, path, target, size);
}

ssize_t roost_entries(int folder, void *room, size_t size) { return getdents64(folder, room, size); }

int roost_duplicate(int descriptor, int place) { return dup3(descriptor, place, O_CLOEXEC) < 0 ? errno : 0; }
