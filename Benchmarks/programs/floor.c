// The kernel's part of a launch: starts a program by roostd's own roost_spawn(), with no decision, no state and no log. Each
// byte of standard input is how far one launch goes, so that the difference of two is the price of a step.
// usage: floor CGROUPS PROGRAM ARGUMENT...     a byte goes back for each that has ended
//   With ROOST_EVENTS_FD the program has our descriptors 3 and 4 in the place of its pipes' ends.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clinux.h"

enum { BARE, FILES, CGROUP, LANDLOCK, CONFINED };
// As many as roostd's (Tests/Costs/system-calls.json; SystemCallFilter).
enum { RULES = 23, INSTRUCTIONS = 44, DECISIONS = 12, MISSING = 12, LIMITS = 5, ALL_FILES = 0xffff };
// The first that roostd gives to an app by default.
enum { OWN = 70000 };

static void check(int error, const char *step) {
  if (error == 0) return;
  fprintf(stderr, "floor: unable to %s: %s\n", step, strerror(error));
  exit(1);
}

static int checked(int result, const char *step) {
  if (result < 0) check(errno, step);
  return result;
}

static int make_ruleset(void) {
  int ruleset;
  check(roost_landlock_create(ALL_FILES, 0, 0, &ruleset), "make a ruleset");
  for (int i = 0; i < RULES; i++) {
    int root = checked(open("/", O_PATH | O_CLOEXEC), "open /");
    check(roost_landlock_allow(ruleset, root, ALL_FILES), "add a rule");
    close(root);
  }
  return ruleset;
}

// Allows every call after as many decisions as libseccomp's tree takes; the kernel tries each call once, and translates all of it.
static struct roost_filter make_filter(struct sock_filter *all, unsigned count) {
  unsigned first = count < 2 * DECISIONS ? count - 2 : DECISIONS;
  all[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0);
  for (unsigned i = 1; i < count - 1; i++)
    all[i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 10000 + i, 0, 0);
  all[first] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, count - 2 - first, 0, 0);
  all[count - 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  return (struct roost_filter){.instructions = (const uint64_t *)all, .count = count};
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  static struct sock_filter all[INSTRUCTIONS], missing[MISSING];
  const struct roost_filter filter = make_filter(all, INSTRUCTIONS), logged_filter = make_filter(missing, MISSING);
  const bool has_channel = getenv("ROOST_EVENTS_FD") != NULL;
  char place[4096], fifo[64], how;
  snprintf(place, sizeof place, "%s/roost-floor-%d", argv[1], getpid());
  snprintf(fifo, sizeof fifo, "/dev/shm/roost-floor-%d", getpid());
  // One for all, as roostd keeps an app's.
  checked(mkdir(place, 0755), "make a cgroup");
  struct roost_limit limits[LIMITS] = {
      {RLIMIT_MEMLOCK, 65536}, {RLIMIT_NICE, 0}, {RLIMIT_RTPRIO, 0}, {RLIMIT_SIGPENDING, 1024}, {RLIMIT_MSGQUEUE, 819200}};
  const struct roost_user user = {.user = OWN, .group = OWN};
  while (read(STDIN_FILENO, &how, 1) == 1) {
    int pipes[4] = {-1, -1, -1, -1};
    struct roost_spawn request = {
        .executable = argv[2], .arguments = argv + 2, .environment = environ, .directory = "/",
        .descriptors = {0, 1, 2, -1, -1}, .unneeded_from = 64, .open_files = 1024, .cgroup = -1, .file_mask = -1, .ruleset = -1,
    };
    if (how >= FILES) {
      struct stat info;
      checked(stat(argv[2], &info), "look at the program");
      checked(mkfifo(fifo, 0600), "make a FIFO");
      checked(pipe2(pipes, O_CLOEXEC), "make a pipe");
      checked(pipe2(pipes + 2, O_CLOEXEC), "make a pipe");
      request.descriptors[3] = has_channel ? 3 : pipes[0];
      request.descriptors[4] = has_channel ? 4 : pipes[3];
    }
    if (how >= CGROUP) {
      request.cgroup = checked(open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open a cgroup");
    }
    if (how >= LANDLOCK) request.ruleset = make_ruleset();
    if (how >= CONFINED) {
      checked(chown(fifo, OWN, OWN), "give the FIFO away");
      request.user = &user;
      request.limits = limits;
      request.limit_count = LIMITS;
      request.bars_capabilities = request.drops_capabilities = true;
      request.filter = &filter;
      request.logged_filter = &logged_filter;
    }
    pid_t pid;
    int pidfd;
    enum roost_spawn_step failed;
    check(roost_spawn(&request, &pid, &pidfd, &failed), "start the program");

    checked(waitpid(pid, NULL, 0), "wait for the program");
    close(pidfd);
    if (request.ruleset >= 0) close(request.ruleset);
    if (request.cgroup >= 0) close(request.cgroup);
    if (how >= FILES) {
      for (int i = 0; i < 4; i++) close(pipes[i]);
      checked(unlink(fifo), "remove the FIFO");
    }
    checked((int)write(STDOUT_FILENO, &how, 1), "answer");
  }
  checked(rmdir(place), "remove the cgroup");
  return 0;
}
