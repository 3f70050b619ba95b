// A filter of netlink messages by their types, so that the kernel wakes nobody for the others (socket(7), SO_ATTACH_FILTER).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <stddef.h>
#include <sys/socket.h>

#include "clinux.h"

enum { MOST_TYPES = 8 };

int roost_accept_types(int socket, const uint16_t *types, size_t count) {
  if (count > MOST_TYPES) return EINVAL;
  struct sock_filter program[MOST_TYPES + 3];
  unsigned short length = 0;
  program[length++] =
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_H | BPF_ABS, offsetof(struct nlmsghdr, nlmsg_type));
  // The filter reads as the network writes, and the kernel has written as this machine does.
  for (size_t i = 0; i < count; i++)
    program[length++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ, htons(types[i]), (unsigned char)(count - i), 0);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET, 0);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET, UINT32_MAX);
  struct sock_fprog filter = {.len = length, .filter = program};
  return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) < 0 ? errno : 0;
}
