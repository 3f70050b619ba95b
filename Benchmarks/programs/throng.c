// An app of so many threads and child processes, all of which sleep: throng THREADS CHILDREN. It tells of each
// didEnterBackground, as the library does, so that the monitor has the time at which the suspension is due.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *sleep_on(void *unused) {
  for (;;) pause();
  return unused;
}

int main(int count, char **words) {
  pthread_t thread;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  for (int i = 0; count > 1 && i < atoi(words[1]); i++) pthread_create(&thread, &small, sleep_on, NULL);
  for (int i = 0; count > 2 && i < atoi(words[2]); i++)
    if (fork() == 0) sleep_on(NULL);
  FILE *events = fdopen(3, "r");
  char line[4096];
  dprintf(4, "{\"hello\":{\"protocol\":1,\"library\":\"throng/1\"}}\n");
  while (events && fgets(line, sizeof line, events)) {
    unsigned long sequence;
    char *at = strstr(line, "\"seq\":");
    if (!at || sscanf(at, "\"seq\":%lu", &sequence) != 1) continue;
    if (strstr(line, "\"event\":\"didEnterBackground\""))
      dprintf(4, "{\"trace\":{\"callback\":\"didEnterBackground\",\"took\":1}}\n{\"ack\":%lu}\n", sequence);
    else
      dprintf(4, "{\"ack\":%lu}\n", sequence);
    if (strstr(line, "\"willTerminate\"")) return 0;
  }
  return 0;
}
