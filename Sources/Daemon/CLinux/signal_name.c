// The names of signals.
#define _GNU_SOURCE
#include "signal_name.h"

#include <string.h>

const char *roost_signal_name(int signal) { return sigabbrev_np(signal); }
