// The mounts of an app whose user others have too: a mount namespace of its own, in a user namespace.
#define _GNU_SOURCE
#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"

static bool set_attributes(int folder, const char *path, unsigned int flags, uint64_t set, uint64_t clear,
                           uint64_t propagation) {
  struct mount_attr attributes = {.attr_set = set, .attr_clr = clear, .propagation = propagation};
  return syscall(SYS_mount_setattr, folder, path, flags, &attributes, sizeof attributes) == 0;
}

// A mount below that the machine has as read-only stays so, and then all of those below do.
static bool make_writable(int tree) {
  return set_attributes(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, 0, MOUNT_ATTR_RDONLY, 0) ||
         set_attributes(tree, "", AT_EMPTY_PATH, 0, MOUNT_ATTR_RDONLY, 0);
}

// Whether both are the same file, without asking its file system.
static bool are_same(int one, int other) {
  struct statx first, second;
  return statx(one, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_INO, &first) == 0 &&
         statx(other, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_INO, &second) == 0 && first.stx_ino == second.stx_ino &&
         first.stx_dev_major == second.stx_dev_major && first.stx_dev_minor == second.stx_dev_minor;
}

// No link is followed. One that the caller holds open is in the kernel's cache, with all folders above it, and its file
// system, which may not answer, is not asked again: a request that a FUSE server has read keeps its process also from ending.
static int open_place(const struct roost_place *place) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  if (place->held >= 0) how.resolve |= RESOLVE_CACHED;
  int file = -1;
  // A rename or a mount anywhere at the same moment makes the kernel look again, which it does not do with RESOLVE_CACHED.
  for (int tries = 0; tries < 10; tries++) {
    file = (int)syscall(SYS_openat2, AT_FDCWD, place->path, &how, sizeof how);
    if (file >= 0 || errno != EAGAIN) break;
  }
  if (file >= 0 && place->held >= 0 && !are_same(file, place->held)) {
    close(file);
    errno = EAGAIN;
    return -1;
  }
  return file;
}

// There is nothing to show, or it is not what was there before.
static bool is_gone(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == EAGAIN;
}

// The parent closes what we keep open if we are ended, so that it must never take for ours what is not open any more.
static void close_opened(int *descriptor) {
  int opened = *descriptor;
  *descriptor = -1;
  if (opened >= 0) close(opened);
}

void roost_close_mounts(const struct roost_mounts *mounts) {
  for (size_t i = 0; i <= mounts->count; i++) close_opened(&mounts->trees[i]);
}

// Copies the mounts of a place, and lays them over it, or keeps them for the cover that it is in.
static bool copy_place(const struct roost_mounts *mounts, size_t number) {
  const struct roost_place *place = &mounts->places[number];
  int *tree = &mounts->trees[number], *file = &mounts->trees[mounts->count];
  *file = open_place(place);
  if (*file < 0) return place->is_optional && is_gone(errno);
  *tree = (int)syscall(SYS_open_tree, *file, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | AT_RECURSIVE);
  bool done = *tree >= 0 && (!place->is_writable || make_writable(*tree));
  if (done && place->way == NULL)
    done = syscall(SYS_move_mount, *tree, "", *file, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) == 0;
  int error = errno;
  close_opened(file);
  if (!done || place->way == NULL) close_opened(tree);
  errno = error;
  return done;
}

// An empty file or folder at `path`, with all folders after its first `from` bytes, for another to be mounted over.
static bool make_place(char *path, size_t from, bool is_folder) {
  for (char *end = path + from + 1; (end = strchr(end, '/')) != NULL; end++) {
    *end = '\0';
    bool made = mkdir(path, 0711) == 0 || errno == EEXIST;
    *end = '/';
    if (!made) return false;
  }
  return (is_folder ? mkdir(path, 0711) : mknod(path, S_IFREG | 0600, 0)) == 0 || errno == EEXIST;
}

static bool move_into(const char *cover, const struct roost_place *place, int tree) {
  char path[4096];
  size_t length = strlen(cover);
  if (length + strlen(place->way) >= sizeof path) {
    errno = ENAMETOOLONG;
    return false;
  }
  strcpy(path, cover);
  strcpy(path + length, place->way);
  return make_place(path, length, place->is_folder) &&
         syscall(SYS_move_mount, tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

// An empty file system over a folder, with the places in it that the app sees all the same.
static bool lay_cover(const struct roost_mounts *mounts, size_t number) {
  const char *cover = mounts->covers[number];
  char options[96];
  snprintf(options, sizeof options, "mode=0711,size=64k,nr_inodes=4096,uid=%u,gid=%u", mounts->user, mounts->group);
  if (mount("tmpfs", cover, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) < 0) return false;
  for (size_t i = 0; i < mounts->count; i++) {
    const struct roost_place *place = &mounts->places[i];
    if (place->way == NULL || place->cover != number || mounts->trees[i] < 0) continue;
    if (!move_into(cover, place, mounts->trees[i])) return false;
  }
  return set_attributes(AT_FDCWD, cover, 0, MOUNT_ATTR_RDONLY, 0, 0);
}

static bool lay_covers(const struct roost_mounts *mounts) {
  // The namespace has no other user, and a file system in it no files of others.
  syscall(SYS_setfsgid, mounts->group);
  syscall(SYS_setfsuid, mounts->user);
  for (size_t i = 0; i < mounts->cover_count; i++)
    if (!lay_cover(mounts, i)) return false;
  syscall(SYS_setfsuid, geteuid());
  syscall(SYS_setfsgid, getegid());
  return true;
}

bool roost_enter_mounts(const struct roost_mounts *mounts) {
  if (setns(mounts->user_namespace, CLONE_NEWUSER) < 0 || unshare(CLONE_NEWNS) < 0) return false;
  // A file system that somebody unmounts later is unmounted here as well, so that no app keeps it busy.
  if (!set_attributes(AT_FDCWD, "/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0, MS_SLAVE)) return false;
  // The table of descriptors is also the parent's: each that is opened is closed here, whatever happens.
  bool done = true;
  for (size_t i = 0; done && i < mounts->count; i++) done = copy_place(mounts, i);
  done = done && lay_covers(mounts);
  int error = errno;
  roost_close_mounts(mounts);
  errno = error;
  return done;
}
