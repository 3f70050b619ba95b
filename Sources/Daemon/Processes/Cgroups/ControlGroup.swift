// This process's place in cgroup v2 (cgroups(7)), and whether the subtree below is delegated to it.
import Glibc
import Linux
import SystemPackage

/// A directory of the cgroup v2 file system.
package nonisolated struct ControlGroup: Equatable {
  package let path: String

  /// The one of this process; nil where cgroup v2 is not mounted, or its mount does not show that far.
  @MainActor package static func own(kernel: Kernel) -> ControlGroup? {
    guard let membership = try? kernel.readFile("/proc/self/cgroup"),
      let mounts = try? kernel.readFile("/proc/self/mountinfo")
    else { return nil }
    return ControlGroup(membership: membership, mounts: mounts)
  }

  init(path: String) { self.path = path }

  /// - Parameters:
  ///   - membership: /proc/self/cgroup; the line of v2 reads like `0::/system.slice/roostd.service`.
  ///   - mounts: /proc/self/mountinfo (proc(5)).
  init?(membership: [UInt8], mounts: [UInt8]) {
    let lines = String(decoding: membership, as: UTF8.self).split(separator: "\n")
    guard let own = lines.first(where: { $0.hasPrefix("0::/") })?.dropFirst(3) else { return nil }
    for line in String(decoding: mounts, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let separator = fields.firstIndex(of: "-"), separator > 5, fields.count > separator + 1,
        fields[separator + 1] == "cgroup2"
      else { continue }
      let root = Self.unescaped(fields[3])
      guard let below = Self.part(of: String(own), below: root) else { continue }
      path = Self.unescaped(fields[4]) + below
      return
    }
    return nil
  }

  /// "" or what begins with a slash; nil when `path` is not below `root`.
  private static func part(of path: String, below root: String) -> String? {
    if root == "/" { return path == "/" ? "" : path }
    guard path == root || path.hasPrefix(root + "/") else { return nil }
    return String(path.dropFirst(root.count))
  }

  /// mountinfo writes a space as `\040`, and so on (proc(5)).
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The kernel's root has nothing that could be set, and its pressure is the machine's.
  package var isRoot: Bool { (try? Sys.access(path + "/cgroup.type", F_OK)) == nil }

  var parent: ControlGroup? {
    guard !isRoot, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return ControlGroup(path: String(path[..<slash]))
  }

  /// Whether systemd has given it away (systemd.resource-control(5), Delegate=).
  var isDelegated: Bool {
    ["trusted.delegate", "user.delegate"].contains { name in
      var value: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &value) { try? Sys.getxattr(path, name, into: $0) }
      return count == 1 && value == UInt8(ascii: "1")
    }
  }

  /// The one whose pressure is the daemon's and its apps': the delegated one, which is the one above with
  /// DelegateSubgroup=, or else its own.
  package var domain: ControlGroup {
    guard !isDelegated, let parent, parent.isDelegated else { return self }
    return parent
  }
}
