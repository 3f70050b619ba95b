// Receiving a datagram with who sent it (unix(7), SCM_CREDENTIALS).
#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

int roost_receive_from(int socket, void *bytes, size_t size, size_t *received, pid_t *sender) {
  struct iovec data = {.iov_base = bytes, .iov_len = size};
  // Room for credentials alone: descriptors that somebody sends along are closed by the kernel.
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
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
