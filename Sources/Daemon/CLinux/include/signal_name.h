// The names of signals.
#pragma once

/// "SEGV" for SIGSEGV (sigabbrev_np(3), which glibc hides from Swift behind _GNU_SOURCE); NULL for a number it does not know.
const char *_Nullable roost_signal_name(int signal);
