// The functions of roost-backtrace: libdw's unwinder, ptrace(2), and the demanglers of the runtimes it is linked with;
// the numbers of the system calls that it is left.
#pragma once
#include <elf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>

// Swift cannot call a variadic function.
static inline long roost_ptrace(enum __ptrace_request request, pid_t thread, uintptr_t data) {
  return ptrace(request, thread, (void *)0, (void *)data);
}

// A thread's registers as DWARF numbers them, and where it is; 0, or an errno.
struct roost_registers {
#if defined(__x86_64__)
  Dwarf_Word general[17];
#else
  Dwarf_Word general[32];
#endif
  Dwarf_Word counter;
};

// Of a thread in a tracing stop: PTRACE_GETREGSET of ptrace(2). ENOEXEC for a program of another architecture.
static inline int roost_read_registers(pid_t thread, struct roost_registers *registers) {
  struct user_regs_struct user;
  struct iovec place = {&user, sizeof user};
  if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &place) < 0) return errno;
  if (place.iov_len != sizeof user) return ENOEXEC;
#if defined(__x86_64__)
  // System V ABI for AMD64, figure 3.36.
  const Dwarf_Word general[] = {user.rax, user.rdx, user.rcx, user.rbx, user.rsi, user.rdi, user.rbp, user.rsp, user.r8,
                                user.r9,  user.r10, user.r11, user.r12, user.r13, user.r14, user.r15, user.rip};
  registers->counter = user.rip;
#elif defined(__aarch64__)
  // DWARF for the Arm 64-bit Architecture, section 4.1.
  Dwarf_Word general[32];
  for (int i = 0; i < 31; i++) general[i] = user.regs[i];
  general[31] = user.sp;
  registers->counter = user.pc;
#endif
  for (size_t i = 0; i < sizeof general / sizeof *general; i++) registers->general[i] = general[i];
  return 0;
}

// Tells libdw of the thread's registers.
static inline bool roost_set_registers(Dwfl_Thread *_Nonnull thread, const struct roost_registers *_Nonnull registers) {
  const unsigned count = sizeof registers->general / sizeof *registers->general;
  if (!dwfl_thread_state_registers(thread, 0, count, registers->general)) return false;
  dwfl_thread_state_register_pc(thread, registers->counter);
  return true;
}

// Of the Swift runtime (swift/Demangling/Demangle.h): NULL for what is no Swift name. free(3) the result.
char *_Nullable swift_demangle(
    const char *_Nonnull name, size_t length, char *_Nullable buffer, size_t *_Nullable size, uint32_t flags);

// Of the C++ runtime (cxxabi.h): NULL for what is no C++ name. free(3) the result.
char *_Nullable __cxa_demangle(
    const char *_Nonnull name, char *_Nullable buffer, size_t *_Nullable size, int *_Nullable status);
