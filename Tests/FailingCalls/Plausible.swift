// The errors that each system call is made to fail with.
import Glibc
package import Linux
package import SystemPackage

extension SystemCall {
  /// The errors that the manual's page of the call lists, as far as a machine or its administrator brings them about.
  /// Left out are those that only a mistake in the program causes (`EBADF`, `EFAULT`, `EINVAL`), and those that are no
  /// failure but the answer to the question (`ENOENT` of open(2), `EWOULDBLOCK` of flock(2), `ESRCH`). `EINTR` must
  /// never be noticed; it is in all but close(2), whose descriptor is gone then, and mmap(2), which nothing cuts short.
  package var plausible: [Errno] {
    let own: [CInt] =
      switch self {
      case .accept: [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED, EPERM, EPROTO]
      case .access, .stat, .statx, .readlink, .realpath: [EACCES, EIO, ELOOP, ENOMEM]
      case .bind: [EACCES, EADDRINUSE, ENOENT, ENOMEM, ENOSPC, EROFS]
      case .capset, .setresuid: [EAGAIN, EPERM]
      case .chmod, .chown, .fchmod, .fchown, .fchownat: [EACCES, EIO, ENOENT, ENOMEM, EPERM, EROFS]
      case .clone3: [EAGAIN, ENOMEM, ENOSPC, EPERM]
      case .close: [EDQUOT, EIO, ENOSPC]
      case .connect: [EACCES, EAGAIN, ECONNREFUSED, ENOENT, EPERM]
      case .dup3: [EBUSY, EMFILE]
      case .eventfd, .timerfd_create: [EMFILE, ENFILE, ENODEV, ENOMEM]
      case .execve: [E2BIG, EACCES, EIO, ELIBBAD, ELOOP, EMFILE, ENFILE, ENOENT, ENOEXEC, ENOMEM, EPERM, ETXTBSY]
      case .fallocate: [EDQUOT, EFBIG, EIO, ENODEV, ENOSPC, EOPNOTSUPP]
      case .fcntl: [EACCES, EMFILE, EPERM]
      case .flock: [ENOLCK]
      case .fsmount: [EMFILE, ENFILE, ENODEV, ENOMEM, ENOSYS, EPERM]
      case .fstat: [EACCES, EIO, ENOMEM]
      case .fstatfs: [EIO, ENOMEM, ENOSYS]
      case .fsync: [EDQUOT, EIO, ENOSPC, EROFS]
      case .getcwd: [EACCES, ENOENT, ENOMEM]
      case .getdents: [EIO, ENOMEM]
      case .getsockname, .getsockopt, .setsockopt: [ENOBUFS, ENOMEM]
      case .getxattr: [EACCES, EIO, ENODATA, ENOTSUP]
      case .inotify_add_watch: [ENOMEM, ENOSPC]
      case .inotify_init: [EMFILE, ENFILE, ENOMEM]
      case .ioctl: [EIO, ENOTTY]
      case .landlock_add_rule: [ENOMEM, EPERM]
      case .landlock_create_ruleset: [EMFILE, ENOMEM, ENOSYS, EOPNOTSUPP]
      case .landlock_restrict_self: [E2BIG, ENOMEM, EPERM]
      case .listen: [EADDRINUSE]
      case .memfd_create, .socketpair: [EMFILE, ENFILE, ENOMEM]
      case .mkdir, .mkdirat, .mkfifo, .symlink:
        [EACCES, EDQUOT, EIO, ELOOP, EMLINK, ENOENT, ENOMEM, ENOSPC, EPERM, EROFS]
      case .madvise: [EAGAIN, EINVAL, EIO]
      case .mlockall: [EAGAIN, ENOMEM, EPERM]
      case .mmap: [EACCES, EAGAIN, ENFILE, ENODEV, ENOMEM, EPERM]
      case .open: [EACCES, EBUSY, EDQUOT, EIO, ELOOP, EMFILE, ENFILE, ENOMEM, ENOSPC, EPERM, EROFS]
      // ELOOP tells of a link where none may be.
      case .openat: [EACCES, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, ENOSPC, EPERM, EROFS]
      case .openat2: [EACCES, EAGAIN, EIO, ELOOP, EMFILE, ENFILE, ENOMEM, EPERM, EXDEV]
      case .pidfd_open: [EMFILE, ENFILE, ENODEV, ENOMEM]
      case .getpgid: [ESRCH]
      case .kill, .pidfd_send_signal, .prctl, .prlimit: [EPERM]
      case .pipe: [EMFILE, ENFILE]
      case .poll: [ENOMEM]
      case .pread, .read: [EIO, ENOMEM]
      case .process_madvise, .process_mrelease: [ENOMEM, ENOSYS, EPERM]
      case .recv: [ECONNREFUSED, ENOBUFS, ENOMEM]
      case .rename, .renameat2:
        [EACCES, EBUSY, EDQUOT, EIO, ELOOP, EMLINK, ENOENT, ENOMEM, ENOSPC, EPERM, EROFS, EXDEV]
      case .msgctl, .semctl, .shmctl: [EPERM]
      case .rmdir: [EACCES, EBUSY, EIO, ELOOP, ENOMEM, EPERM, EROFS]
      case .seccomp: [EACCES, EINVAL, ENOMEM, ENOSYS, EOPNOTSUPP]
      case .send: [ECONNRESET, ENOBUFS, ENOMEM, EPIPE]
      case .shutdown: [ENOTCONN]
      case .socket: [EACCES, EAFNOSUPPORT, EMFILE, ENFILE, ENOBUFS, ENOMEM]
      case .splice: [EIO, ENOMEM, EPIPE]
      case .unlink: [EACCES, EBUSY, EIO, ELOOP, ENOMEM, EPERM, EROFS]
      case .sched_setaffinity, .setpriority: [EACCES, EPERM, ESRCH]
      case .tgkill: [EAGAIN, ESRCH]
      case .waitid: [ECHILD]
      case .write: [EDQUOT, EFBIG, EIO, ENOSPC, EPERM]
      }
    return (self == .close || self == .mmap ? own : own + [EINTR]).map(Errno.init(rawValue:))
  }
}
