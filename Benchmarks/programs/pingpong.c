// The floor under every channel: two processes pass one line back and forth. Prints nanoseconds a round trip, one a line.
// usage: pingpong ROUNDS PAUSE [hop|socket]
//   PAUSE   microseconds between two of them
//   hop     the second process reads on a thread of its own, and its main thread answers, as a run loop does
//   socket  over one socket, a call of the control interface and its reply, each waited for by epoll_wait(2)
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// As long as the event and the acknowledgement they stand for, and as the call and its reply.
static const char event[] = "{\"seq\":7,\"event\":\"didBecomeActive\",\"state\":\"active\"}\n", ack[] = "{\"ack\":7}\n";
static const char call[] = "{\"method\":\"org.roost.Daemon.GetVersion\",\"parameters\":{}}";
static const char reply[] = "{\"parameters\":{\"version\":\"0.1.0\"}}";

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void answer(int from, int to, int poller, const char *text, size_t length) {
  char got[256];
  struct epoll_event ready;
  while ((poller < 0 || epoll_wait(poller, &ready, 1, -1) == 1) && read(from, got, sizeof got) > 0)
    if (write(to, text, length) < 0) break;
  _exit(0);
}

struct hop {
  int from, wake;
};

static void *read_on(void *argument) {
  struct hop *hop = argument;
  char got[256];
  while (read(hop->from, got, sizeof got) > 0)
    if (eventfd_write(hop->wake, 1) < 0) break;
  _exit(0);
}

static void answer_by_main_thread(int from, int to) {
  struct hop hop = {from, eventfd(0, 0)};
  struct pollfd wake = {hop.wake, POLLIN, 0};
  eventfd_t count;
  pthread_t reader;
  pthread_create(&reader, NULL, read_on, &hop);
  while (poll(&wake, 1, -1) == 1 && eventfd_read(hop.wake, &count) == 0)
    if (write(to, ack, sizeof ack - 1) < 0) break;
  _exit(0);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  int rounds = atoi(words[1]), pause = atoi(words[2]);
  const char *how = count > 3 ? words[3] : "";
  int by_socket = strcmp(how, "socket") == 0;
  int down[2], up[2];
  if (by_socket) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, down) < 0) return 1;
    // The one end is ours, the other theirs, for both ways.
    up[0] = down[1];
    up[1] = down[0];
  } else if (pipe(down) < 0 || pipe(up) < 0) {
    return 1;
  }
  if (fork() == 0) {
    close(down[1]);
    struct epoll_event readable = {.events = EPOLLIN};
    int poller = by_socket ? epoll_create1(0) : -1;
    if (by_socket && epoll_ctl(poller, EPOLL_CTL_ADD, down[0], &readable) < 0) return 1;
    if (strcmp(how, "hop") == 0) answer_by_main_thread(down[0], up[1]);
    answer(down[0], up[1], poller, by_socket ? reply : ack, by_socket ? sizeof reply : sizeof ack - 1);
  }
  close(down[0]);
  if (!by_socket) close(up[1]);
  const char *said = by_socket ? call : event;
  size_t length = by_socket ? sizeof call : sizeof event - 1;
  char got[256];
  for (int i = 0; i < rounds; i++) {
    long long start = now();
    if (write(down[1], said, length) < 0 || read(up[0], got, sizeof got) <= 0) return 1;
    printf("%lld\n", now() - start);
    if (pause > 0) usleep((useconds_t)pause);
  }
  return 0;
}
