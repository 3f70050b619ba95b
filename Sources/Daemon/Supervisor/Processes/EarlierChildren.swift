// The children that this process had before it became roostd, such as those of a container's entry point: no app's.
import Glibc
import Linux
import Logging
import Processes
import Systemd

/// A shell that starts services and then becomes roostd leaves it their parent (execve(2)). They are nobody's orphans, and roostd does
/// no more than wait for their end, as they would stay zombies otherwise. It cannot know their descendants: one whose parent ends comes
/// to roostd as an app's orphan does.
final class EarlierChildren {
  /// Each takes a descriptor.
  static let most = 64

  private var children: [pid_t: (process: ChildProcess, watch: IOSource?)] = [:]

  /// None.
  init() {}

  /// Those that there are now; where another roostd was this process, those that it has handed over. Before this one starts any.
  init(_ inherited: inout InheritedDescriptors, kernel: Kernel) {
    guard let pids = try? ProcessTree.children(of: getpid(), kernel: kernel) else { return }
    for pid in pids {
      let handedOver = inherited.remove(Self.name(pid)).map { Pidfd(pid: pid, descriptor: $0) }
      let isWanted = !inherited.haveBeenHandedOver && children.count < Self.most
      guard let pidfd = handedOver ?? (isWanted ? try? kernel.openPidfd(pid) : nil) else { continue }
      children[pid] = (ChildProcess(pidfd, kernel: kernel), nil)
    }
  }

  var isEmpty: Bool { children.isEmpty }
  var pids: Set<pid_t> { Set(children.keys) }

  /// For a program that this process becomes, by name.
  var handedOn: [String: CInt] {
    Dictionary(uniqueKeysWithValues: children.map { (Self.name($0.key), $0.value.process.pidfd.descriptor) })
  }

  private static func name(_ pid: pid_t) -> String { "child-\(pid)" }

  /// From now on they are reaped when they end.
  func watch(on loop: EventLoop, log: Logger) {
    guard !children.isEmpty else { return }
    let list = children.keys.sorted().map { "\($0)" }.joined(separator: ", ")
    log.info("pid \(list): a child of this process from before it became roostd, and left alone")
    for (pid, child) in children {
      do {
        children[pid]?.watch = try loop.watch(child.process.pidfd.descriptor, for: .readable, priority: .idle) {
          [unowned self] _ in
          _ = try? child.process.reap()
          children[pid] = nil
        }
      } catch {
        log.warning("pid \(pid) stays a zombie when it ends: \(error)")
      }
    }
  }
}
