// The few Linux calls that Swift cannot make itself. There is no decision in here: each function is one kernel
// operation, returns 0 or an errno, and leaves errno(3) alone as a result.
#pragma once
// Of the kernel's interfaces what Glibc's module leaves out.
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>

// The step at which roost_spawn() failed.
enum roost_spawn_step {
  ROOST_SPAWN_CLONE,
  ROOST_SPAWN_SESSION,
  ROOST_SPAWN_SUBREAPER,
  ROOST_SPAWN_NO_NEW_PRIVILEGES,
  ROOST_SPAWN_MOUNTS,
  ROOST_SPAWN_SANDBOX,
  ROOST_SPAWN_DESCRIPTORS,
  ROOST_SPAWN_FILE_LIMIT,
  ROOST_SPAWN_LIMITS,
  ROOST_SPAWN_CAPABILITIES,
  ROOST_SPAWN_USER,
  ROOST_SPAWN_DIRECTORY,
  ROOST_SPAWN_STOP,
  ROOST_SPAWN_FILTER,
  ROOST_SPAWN_EXEC,
} __attribute__((enum_extensibility(closed)));

struct roost_user {
  uid_t user;
  gid_t group;
  size_t group_count;  // supplementary ones
  const gid_t *groups;
};

// A file or folder that a process sees in its own mounts, with all that is mounted below.
struct roost_place {
  const char *path;  // without links
  int held;          // O_PATH of it, if its file system is not to be asked again and it must be this one; -1: no
  size_t cover;      // the number of the one that it is in, at `way` from there
  const char *way;   // NULL: it is in none, and stays where it is
  bool is_folder;
  bool is_writable;
  bool is_optional;  // left out where it is not there, cannot be reached, or is another
};

struct roost_mounts {
  int user_namespace;        // in which this user and group have the same numbers as here, and no other has one
  uid_t user;
  gid_t group;
  const char *const *covers;  // folders in which nothing is seen but the places with a way
  size_t cover_count;
  const struct roost_place *places;
  int *trees;                // room for a descriptor for each, and for one more
  size_t count;
  int64_t limit;             // ns that they may wait for their paths, then they fail with ETIMEDOUT
};

// The most that a resource's two limits may be (getrlimit(2)); lower ones stay.
struct roost_limit {
  int resource;
  uint64_t most;
};

// A program of seccomp(2): its instructions, of eight bytes each (struct sock_filter).
struct roost_filter {
  const uint64_t *instructions;
  uint16_t count;
};

struct roost_spawn {
  const char *executable;
  char *const *arguments;    // ends with NULL
  char *const *environment;  // ends with NULL
  const char *directory;
  int descriptors[5];        // what become fd 0 to 4, -1 for none; no other descriptor survives
  unsigned int unneeded_from;  // above all of these; the kernel does not even copy to the child what is not below it
  uint64_t open_files;       // soft RLIMIT_NOFILE
  int cgroup;                // a directory of cgroup v2 to start in; -1: the caller's own
  int file_mask;             // umask(2); -1: the caller's own
  bool resets_oom_score;     // oom_score_adj becomes 0 (proc_pid_oom_score_adj(5)), as far as it can
  int ruleset;               // of Landlock, which it is held to; -1: none
  bool logs_ruleset;         // its refusals are in the kernel's audit log (version 7)
  const struct roost_mounts *mounts;  // its own, all read-only but for those; NULL: the caller's
  const struct roost_user *user;  // whose it becomes; NULL: stays the caller's
  const struct roost_limit *limits;
  size_t limit_count;
  bool bars_capabilities;   // empties the bounding set and sets securebits; asks for CAP_SETPCAP
  bool has_bounding_set;    // which is to be emptied: in a new user namespace there is a full one
  bool drops_capabilities;  // has none afterwards
  const struct roost_filter *filter;  // NULL: none
  const struct roost_filter *logged_filter;  // whose refusals count for more, and are in the audit log; NULL: none
  bool stops;          // is left in state T before its first instruction; asks for exec_limit
  bool is_watched;     // another thread may end it until then (roost_end_spawning)
  int64_t exec_limit;  // ns that execve(2) may wait, then it fails with ETIMEDOUT; 0: as long as the kernel lets it
  int64_t directory_limit;  // the same of the change to the directory
};

// clone3(2), then execve(2) in the child: own session, subreaper, no new privileges, default dispositions, nothing
// blocked.
// Returns when the child runs the executable, or has failed and is gone; ECANCELED where it was ended by roost_end_spawning().
int roost_spawn(const struct roost_spawn *request, pid_t *pid, int *pidfd, enum roost_spawn_step *failed);

struct roost_new_process {
  pid_t pid;
  unsigned int launch;  // the number of its launch, as another may have the pid later
};

// The child that has our memory at this moment, as long as it is watched; its pid is 0 when there is none.
struct roost_new_process roost_spawning(void);

// SIGKILL for that child, if it still is that.
void roost_end_spawning(struct roost_new_process child);

struct roost_exit {
  int code;           // CLD_EXITED, CLD_KILLED or CLD_DUMPED, sigaction(2)
  int status;         // exit code or signal
  uint64_t cpu_time;  // ns, with the children it had waited for
};

// Reaps the child behind a pidfd: waitid(2) with its fifth argument, which glibc hides. ESRCH is not an answer of
// waitid, so it stands for "has not ended yet" here.
int roost_reap(int pidfd, struct roost_exit *end);

// Tells how a process ended that is nobody's child here: PIDFD_GET_INFO (Linux 6.15). ESRCH while it has not been
// reaped, ENOTTY or EINVAL where the kernel cannot tell. Its use of processor and memory is gone with it.
int roost_pidfd_exit(int pidfd, struct roost_exit *end);

// Takes one "child stopped" or "child continued" report, of the child `of` or when that is 0 of any, never an exit. ESRCH
// when there is none.
int roost_next_stop(pid_t of, pid_t *pid, bool *stopped);

// Bytes of a stream socket. EPROTO where descriptors come with them, which stay where they are, as the bytes do.
int roost_receive_plain(int socket, void *bytes, size_t size, size_t *received);

// One datagram of a socket with SO_PASSCRED, and the pid that the kernel vouches for; 0 where it names none. EAGAIN when
// there is none. Descriptors in it are closed, or with `looks_first` are EPROTO and stay where they are.
int roost_receive_from(int socket, bool looks_first, void *bytes, size_t size, size_t *received, pid_t *sender);

// A datagram socket whose messages go to a path, or to an abstract name with `@` in the place of its zero.
int roost_connect_datagrams(const char *address, int *connected);

// One datagram, with a descriptor where that is not negative. EAGAIN where the other end's queue is full, unless it waits.
int roost_send_datagram(int socket, const void *bytes, size_t size, int descriptor, bool waits);

enum roost_ipc_kind { ROOST_IPC_SEGMENT, ROOST_IPC_QUEUE, ROOST_IPC_SEMAPHORES };

struct roost_ipc {
  int id;
  int key;  // 0 is IPC_PRIVATE
  uid_t owner, creator;
  bool is_attached;  // of a segment of shared memory: some process has it mapped
};

// Places where objects of System V IPC are, from 0 on (shmctl(2), SHM_INFO).
int roost_ipc_highest_index(enum roost_ipc_kind kind, int *index);
// EINVAL: there is none in that place.
int roost_ipc_look(enum roost_ipc_kind kind, int index, struct roost_ipc *object);
// In its owner's name, as a daemon of root without CAP_SYS_ADMIN has to. On a thread that nobody counts on meanwhile.
int roost_ipc_remove(enum roost_ipc_kind kind, int id, uid_t owner);

int roost_pidfd_open(pid_t pid, int *pidfd);
// To the process, or to all of the process group whose leader it is.
int roost_pidfd_send_signal(int pidfd, int signal, bool to_group);
// splice(2) of a file into a pipe, not waiting for it. `from` is where to begin, and moves on before this returns.
int roost_splice(int file, int64_t *from, int pipe, size_t count);
// process_mrelease(2)
int roost_process_mrelease(int pidfd);
// process_madvise(2) MADV_PAGEOUT; `advised` is how many bytes it got to.
int roost_process_pageout(int pidfd, const struct iovec *ranges, size_t count, size_t *advised);
// prctl(2) PR_SET_CHILD_SUBREAPER
int roost_become_subreaper(void);

// A user namespace that has this user and group alone, by their own numbers, and in which the caller may do everything
// (user_namespaces(7)). EPERM, ENOSPC or ENOSYS where there can be none.
int roost_make_user_namespace(uid_t user, gid_t group, int *namespace);

// prctl(2) PR_SET_NO_NEW_PRIVS
int roost_no_new_privileges(void);
// prctl(2) PR_CAPBSET_DROP of every capability there is.
int roost_drop_bounding_capabilities(void);
// capset(2) of the inheritable set to all that the calling thread is permitted.
int roost_inherit_capabilities(void);
// capset(2) to none at all.
int roost_drop_capabilities(void);
// setgroups(2), setresgid(2) and setresuid(2) of the calling thread.
int roost_become_user(const struct roost_user *user);
// prctl(2) PR_SET_DUMPABLE to 0: nobody without CAP_SYS_PTRACE traces it or reads its memory.
int roost_close_to_tracers(void);
// prctl(2) PR_SET_PDEATHSIG: when the parent's thread that started it ends. A change of user undoes it.
int roost_end_with_parent(int signal);
// setrlimit(2) of both limits.
int roost_set_limit(int resource, uint64_t value);
// landlock_restrict_self(2)
int roost_landlock_restrict(int ruleset);
// seccomp(2): from now on each call that is not among these fails with ENOSYS; with `threads`, clone(2) may start threads.
// Where ioctl(2) is among them, it types into no terminal (TIOCSTI, TIOCLINUX), and fails with EPERM for that.
// Where socket(2) is among them, it makes sockets of the Internet and of netlink alone, and fails with EAFNOSUPPORT for others.
int roost_allow_only(const int *calls, size_t count, bool threads, bool unix_sockets);
// seccomp(2) of the calling thread.
int roost_filter_calls(const struct roost_filter *filter);
// prctl(2) of an option alone.
int roost_call_option(uint32_t option);
// memfd_create(2)
int roost_memory_file(const char *name, int *descriptor);
// socketpair(2) of connected stream sockets, closed by execve(2).
int roost_socket_pair(int ends[2]);

// gettid(2)
int roost_thread(void);

// Each signal that is ignored is caught from now on, and nothing done.
int roost_catch_ignored_signals(void);
// A signal that does nothing ends the sleep of a thread that waits in the kernel for what may be interrupted (tgkill(2)); the
// first call has it do so.
int roost_catch_interrupts(void);
int roost_interrupt(pid_t thread);

// A signal that is a crash makes the file `path` from now on, before it ends this process; none does where it is NULL or
// of PATH_MAX bytes and more. Fails for no signal that there is.
void roost_mark_crashes(const char *path);

// The part of a processor that this process may take while the calling thread is kept by a library. In nanoseconds, of a second at most.
struct roost_share {
  int64_t period;          // of the clock
  int64_t most;            // of a processor in each period; then the thread rests until it is over
  int64_t tick;            // of a processor, after which it is seen to
  int peer;                // a descriptor; where its other end is closed during a rest, this process ends with status 0
  int rests;               // in a row; after the last the process writes its last words to the peer, and ends with status 1
  const char *last_words;  // for as long as the process lives
  size_t last_words_size;
};
// setitimer(2) ITIMER_PROF, whose signal interrupts also a call that does not return.
int roost_share_processor(const struct roost_share *wanted);
// The library has returned, and `all` is what useful work has earned so far, in nanoseconds of a processor.
void roost_earn_processor(int64_t all);

// Both ends are closed by execve(2).
int roost_pipe(int ends[2]);

// The client's socket is closed by execve(2), and does not block.
int roost_accept(int socket, int *client);

// As readlinkat(2) of PROC/PID/fd/N, -1 and errno(3) included; a path that is put together anew for each of an app's
// thousands of descriptors is not worth a string of Swift.
ssize_t roost_descriptor_target(int folder, const char *proc, pid_t process, int descriptor, char *target,
                                size_t size);
// getdents64(2)
ssize_t roost_entries(int folder, void *room, size_t size);
// sched_setaffinity(2) with all processors that the thread's cpuset has.
int roost_allow_all_processors(pid_t thread);
// A mapping of a file, whose device and inode are the file's.
struct roost_mapping {
  uint64_t start, end, inode;
  uint32_t major, minor;
};
// The first mapping of a file at or behind the address; `maps` is the open /proc/PID/maps. ENOENT after the last, ENOTTY before
// Linux 6.11.
int roost_next_file_mapping(int maps, uint64_t address, struct roost_mapping *mapping);
// The path of the file that is mapped at the address, as /proc/PID/maps has it, with its NUL. ENAMETOOLONG where it is longer.
int roost_mapping_name(int maps, uint64_t address, char *name, uint32_t size);
// A file system of the kernel's own, mounted at no place.
int roost_mount_private(const char *type, int *folder);

// The number of an open file's file system among the kinds of those (fstatfs(2)), which Swift does not import.
int roost_file_system_kind(int descriptor, uint64_t *kind);
// A subvolume of btrfs, by its open root folder, takes changes from now on (BTRFS_IOC_SUBVOL_SETFLAGS). ENOTTY on other file
// systems.
int roost_clear_read_only(int subvolume);
// dup3(2) with O_CLOEXEC
int roost_duplicate(int descriptor, int place);

// The version of Landlock's interface, landlock_create_ruleset(2).
int roost_landlock_version(int *version);
// A ruleset that handles these rights (LANDLOCK_ACCESS_FS_* and NET_*) and scopes (LANDLOCK_SCOPE_*), and allows nothing
// yet.
int roost_landlock_create(uint64_t access, uint64_t network, uint64_t scopes, int *ruleset);
// open(2) with O_PATH, which waits for no reader or writer; if links are not followed, by openat2(2), and ELOOP for one.
int roost_open_path(const char *path, bool follows_links, int *descriptor);
// landlock_add_rule(2): allows these rights beneath a directory, or to a file.
int roost_landlock_allow(int ruleset, int file, uint64_t access);
// landlock_add_rule(2): allows these rights on a port (version 4).
int roost_landlock_allow_port(int ruleset, uint16_t port, uint64_t access);

// setsockopt(2) SO_ATTACH_FILTER: a netlink socket gets the messages of these types alone, eight at most.
int roost_accept_types(int socket, const uint16_t *types, size_t count);

// Whether seccomp(2) can answer a call with an error.
int roost_seccomp_available(void);

// openat2(2) that stays beneath the directory, on its file system, and follows no symbolic link on the way.
int roost_open_beneath(int directory, const char *path, int flags, int *descriptor);
// The same of a place alone (O_PATH), by way of links that stay beneath the directory; EXDEV for one that leads out.
int roost_open_inside(int directory, const char *path, int *descriptor);

struct roost_file_status {
  uint32_t mode;              // inode(7)
  uid_t user;
  gid_t group;
  uint64_t device, inode, links;
  int64_t size, allocated;    // bytes
  int64_t modified, changed;  // ns since 1970; the second nobody sets but the kernel
};

// fstatat(2) of a path in the folder `descriptor`, of the link itself unless links are followed, or, where it is NULL,
// fstat(2) of the descriptor.
int roost_file_status(int descriptor, const char *path, bool follows_links, struct roost_file_status *status);
// The same of a path, whose links are followed, without asking the server of its file system (statx(2), AT_STATX_DONT_SYNC).
int roost_cached_status(int folder, const char *path, struct roost_file_status *status);
// Gives a file a name that none has yet (renameat2(2), RENAME_NOREPLACE); EEXIST where one has it.
int roost_rename_new(const char *old, const char *name);

// clock_gettime(2), in ns.
int64_t roost_clock(int clock);
// A timerfd(2) that is cancelled when CLOCK_REALTIME is set, and never expires.
int roost_clock_set_timer(int *timer);
// All threads allocate from one heap from now on (mallopt(3), M_ARENA_MAX).
void roost_use_one_arena(void);
