// The room that the kernel leaves apps in memory: the machine's, or that below a limit of a cgroup.
package import LifecycleModel
import Linux

extension MemoryRoom {
  /// The scarcest that apps in `group` can have.
  @MainActor package init(in group: ControlGroup?, kernel: Kernel) {
    self.init(.current(kernel))
    var next = group
    while let group = next, !group.isRoot {
      if let bounded = MemoryRoom(boundedBy: group, kernel), bounded.isScarcer(than: self) { self = bounded }
      next = group.parent
    }
  }

  init(_ machine: MachineMemory) { self.init(available: machine.available, total: machine.total) }

  /// Nil: the group has no limit.
  @MainActor init?(boundedBy group: ControlGroup, _ kernel: Kernel) {
    func text(_ name: String) -> String? {
      (try? kernel.readFile("\(group.path)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
    func bytes(_ name: String) -> UInt64? { text(name).flatMap { UInt64($0.filter { $0 != "\n" }) } }
    guard let limit = [bytes("memory.max"), bytes("memory.high")].compactMap(\.self).min(), limit > 0 else {
      return nil
    }
    // The kernel takes pages of files back before it lets a task wait for long.
    let files = (text("memory.stat") ?? "").split(separator: "\n").compactMap { line -> UInt64? in
      let words = line.split(separator: " ")
      return words.count == 2 && ["inactive_file", "active_file"].contains(words[0]) ? UInt64(words[1]) : nil
    }
    let current = bytes("memory.current") ?? 0
    let used = current - min(current, files.reduce(0, +))
    self.init(available: limit - min(limit, used), total: limit)
  }
}
