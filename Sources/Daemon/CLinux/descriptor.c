// Descriptors that are closed by execve(2) from the beginning: Swift's Glibc has no pipe2(2), accept4(2) and ppoll(2).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clinux.h"

int roost_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) < 0 ? errno : 0; }

int roost_accept(int socket, int *client) {
  *client = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return *client < 0 ? errno : 0;
}

int roost_has_urgent_news(int file, bool *has) {
  struct pollfd asked = {.fd = file, .events = POLLPRI};
  int count = poll(&asked, 1, 0);
  if (count < 0) return errno;
  *has = count > 0;
  return 0;
}
