// Files that others have named to the daemon, which leads a session without a terminal as a service does.
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite(.timeLimit(.minutes(40))) struct ForeignTerminalTests {
  @Test("A terminal that is opened in a file's place does not become the daemon's own")
  func notTaken() async {
    await #expect(processExitsWith: .success) {
      guard setsid() > 0 else { _exit(2) }
      // As unlockpt(3) and ptsname(3), which Swift does not import: TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
      let master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (lock, number): (CInt, CInt) = (0, 0)
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
        _exit(3)
      }
      let path = "/dev/pts/\(number)"
      guard let direct = try? Sys.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) else { _exit(4) }
      guard let folder = try? Sys.open("/dev/pts", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
        let beneath = try? Sys.openat(folder, "\(number)", O_RDONLY | O_NONBLOCK)
      else { _exit(5) }
      // The kernel has it where there is one (tty(4)).
      _exit(
        Glibc.open("/dev/tty", O_RDONLY) < 0 && errno == ENXIO && direct >= 0 && beneath >= 0
          ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("A device, a FIFO or a folder in the place of a small file is refused")
  func notRegular() throws {
    let folder = try TestFolder()
    try #require(mkfifo(folder.path + "/fifo", 0o600) == 0)
    try #require(symlink("/dev/null", folder.path + "/device") == 0)
    for name in ["fifo", "device", "."] {
      do throws(SmallFile.ReadError) {
        _ = try SmallFile.read("\(folder.path)/\(name)", limit: 100)
        Issue.record("\(name) was read")
      } catch {
        guard case .notRegular = error else {
          Issue.record("\(name): \(error)")
          continue
        }
      }
    }
  }
}
