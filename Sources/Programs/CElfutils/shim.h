// The functions of roost-backtrace: libdw's unwinder, ptrace(2), and the demanglers of the runtimes it is linked with.
#pragma once
#include <elfutils/libdwfl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/types.h>

// Swift cannot call a variadic function.
static inline long roost_ptrace(enum __ptrace_request request, pid_t thread, uintptr_t data) {
  return ptrace(request, thread, (void *)0, (void *)data);
}

// Of the Swift runtime (swift/Demangling/Demangle.h): NULL for what is no Swift name. free(3) the result.
char *_Nullable swift_demangle(
    const char *_Nonnull name, size_t length, char *_Nullable buffer, size_t *_Nullable size, uint32_t flags);

// Of the C++ runtime (cxxabi.h): NULL for what is no C++ name. free(3) the result.
char *_Nullable __cxa_demangle(
    const char *_Nonnull name, char *_Nullable buffer, size_t *_Nullable size, int *_Nullable status);
