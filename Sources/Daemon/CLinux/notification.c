// Receiving from a socket of somebody else's: with who sent it (unix(7), SCM_CREDENTIALS), and without descriptors.
#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

int roost_receive_plain(int socket, void *bytes, size_t size, size_t *received) {
  struct iovec data = {.iov_base = bytes, .iov_len = size};
  // Without room for anything but bytes: MSG_CTRUNC says that there is more (recvmsg(2)). A look keeps the message, so the
  // descriptors that it closes are not the last of their files.
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_PEEK);
  if (count < 0) return errno;
  if (message.msg_flags & MSG_CTRUNC) return EPROTO;
  // No more than was looked at: what has come since may be another matter.
  count = recv(socket, bytes, (size_t)count, MSG_DONTWAIT);
  if (count < 0) return errno;
  *received = (size_t)count;
  return 0;
}

int roost_receive_from(
    int socket, bool looks_first, void *bytes, size_t size, size_t *received, pid_t *sender) {
  struct iovec data = {.iov_base = bytes, .iov_len = size};
  // Room for credentials alone: descriptors that somebody sends along are closed by the kernel.
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr aligned;
  } control;
  const struct msghdr empty = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct msghdr message = empty;
  if (looks_first) {
    if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_PEEK | MSG_CMSG_CLOEXEC) < 0) return errno;
    if (message.msg_flags & MSG_CTRUNC) return EPROTO;
    message = empty;
  }
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return errno;
  *received = (size_t)count;
  *sender = 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS) continue;
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
    *sender = credentials.pid;
  }
  return 0;
}
