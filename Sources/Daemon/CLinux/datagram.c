// Sending datagrams to a socket of somebody else's, with a descriptor or without (unix(7), SCM_RIGHTS).
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "clinux.h"

int roost_connect_datagrams(const char *address, int *connected) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  size_t length = strlen(address);
  if (length >= sizeof place.sun_path) return ENAMETOOLONG;
  memcpy(place.sun_path, address, length + 1);
  size_t size = offsetof(struct sockaddr_un, sun_path) + length + 1;
  // An abstract name has no zero at its end, and one at its beginning.
  if (address[0] == '@') {
    place.sun_path[0] = 0;
    size--;
  }
  int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (made < 0) return errno;
  if (connect(made, (const struct sockaddr *)&place, (socklen_t)size) < 0) {
    int error = errno;
    close(made);
    return error;
  }
  *connected = made;
  return 0;
}

int roost_send_datagram(int socket, const void *bytes, size_t size, int descriptor, bool waits) {
  struct iovec data = {.iov_base = (void *)bytes, .iov_len = size};
  union {
    char bytes[CMSG_SPACE(sizeof descriptor)];
    struct cmsghdr aligned;
  } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT)) < 0 ? errno : 0;
}
