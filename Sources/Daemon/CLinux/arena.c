// The heaps of malloc(3), which Swift's module of glibc does not show.
#include <malloc.h>

#include "clinux.h"

void roost_use_one_arena(void) { mallopt(M_ARENA_MAX, 1); }
