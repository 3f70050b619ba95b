// The memory that is left for apps, by which a wait of tasks for memory counts or not (ME1).
import Linux

/// The kernel's PSI counts a task that waits at a limit of its own cgroup for that and for all cgroups above it
/// (`memory.high`, `memory.max`; Linux's Documentation/admin-guide/cgroup-v2.rst). No end of an app relieves such a task.
/// So a stall counts where little is left of the machine's memory, or below a limit that holds the daemon's apps too.
package nonisolated struct MemoryShortage: Equatable {
  /// The scarcest memory that apps can have. Both in bytes.
  package let available: UInt64
  package let total: UInt64

  @MainActor package init(of group: ControlGroup?, kernel: Kernel) {
    var scarcest = MemoryShortage(.current(kernel))
    var next = group
    while let group = next, !group.isRoot {
      if let bounded = MemoryShortage(boundedBy: group, kernel), bounded.share < scarcest.share { scarcest = bounded }
      next = group.parent
    }
    self = scarcest
  }

  init(_ machine: MachineMemory) {
    available = machine.available
    total = machine.total
  }

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
    available = limit - min(limit, used)
    total = limit
  }

  /// From 0 to 1; 0 where the kernel does not tell.
  private var share: Double { total > 0 ? Double(available) / Double(total) : 0 }

  /// - Parameter percent: a stall counts while less than this is available; 100: always.
  package func isFelt(below percent: Int) -> Bool { percent >= 100 || share * 100 < Double(percent) }
}
