// An app of bad manners: what it does beside answering events stands in its arguments.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// As much as the daemon takes from an app without ending it: 300 KB a second, in the shortest lines.
static void *flood(void *unused) {
  static const char line[] = "{\"trace\":{\"entering\":\"x\"}}\n";
  char lines[40 * (sizeof line - 1)];
  for (int i = 0; i < 40; i++) memcpy(lines + i * (sizeof line - 1), line, sizeof line - 1);
  for (;;) {
    write(4, lines, sizeof lines);
    usleep(3600);
  }
  return unused;
}

// They end with their session: the daemon ends every process of an app.
static void children(int count, int descriptors) {
  for (int i = 0; i < count; i++) {
    if (fork() != 0) continue;
    struct rlimit limit = {(rlim_t)descriptors + 16, (rlim_t)descriptors + 16};
    if (descriptors > 0) setrlimit(RLIMIT_NOFILE, &limit);
    for (int k = 0; k < descriptors; k++) dup(0);
    for (;;) pause();
  }
}

int main(int count, char **words) {
  FILE *events = fdopen(3, "r");
  char line[4096];
  const char *manner = count > 1 ? words[1] : "";
  if (strcmp(manner, "children") == 0 && count > 3) children(atoi(words[2]), atoi(words[3]));
  dprintf(4, "{\"hello\":{\"protocol\":1,\"library\":\"siege/1\"}}\n");
  pthread_t thread;
  if (strcmp(manner, "flood") == 0) pthread_create(&thread, NULL, flood, NULL);
  while (events && fgets(line, sizeof line, events)) {
    unsigned long sequence;
    char *at = strstr(line, "\"seq\":");
    if (!at || sscanf(at, "\"seq\":%lu", &sequence) != 1) continue;
    if (strstr(line, "\"event\":\"willTerminate\"")) {
      // Until the deadline.
      if (strcmp(manner, "hang") == 0) continue;
      dprintf(4, "{\"ack\":%lu}\n", sequence);
      return 0;
    }
    dprintf(4, "{\"ack\":%lu}\n", sequence);
  }
  return 0;
}
