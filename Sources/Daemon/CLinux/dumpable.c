// The one place that gives back what a change of users takes from the process: whether it may be traced and leaves a core.
#include "dumpable.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/prctl.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int children = 0;
static bool is_own = false;

// Before main(), when nobody has become another user yet. A later look may come in the middle of a change.
__attribute__((constructor)) static void look(void) { is_own = prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L) == 1; }

static void give_back(void) {
  if (is_own && children == 0) prctl(PR_SET_DUMPABLE, 1L, 0L, 0L, 0L);
}

void roost_dumpable_begin_child(void) {
  pthread_mutex_lock(&lock);
  children++;
  pthread_mutex_unlock(&lock);
}

void roost_dumpable_end_child(void) {
  pthread_mutex_lock(&lock);
  children--;
  give_back();
  pthread_mutex_unlock(&lock);
}

void roost_dumpable_end_thread(void) {
  pthread_mutex_lock(&lock);
  give_back();
  pthread_mutex_unlock(&lock);
}
