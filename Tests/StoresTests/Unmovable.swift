// State directories from whose containers rename(2) takes nothing away, or not all (EXDEV).
import Foundation
import Glibc
import TestFolders
import Testing

/// A file system, or a mount, that only root makes.
enum Unmovable: String, CaseIterable {
  /// The folder of containers is a mount.
  case bind
  /// The container is in the lower layer, as in a device's image.
  case overlay
  /// The app has made a subvolume, and a copy of it that is read-only.
  case btrfs

  /// Those that there can be on this machine.
  static var possible: [Unmovable] {
    let known = (try? KernelFile.text("/proc/filesystems")) ?? ""
    return allCases.filter { kind in
      switch kind {
      case .bind: true
      case .overlay: known.contains("overlay")
      case .btrfs:
        known.contains("btrfs") && access("/usr/sbin/mkfs.btrfs", X_OK) == 0 && access("/dev/loop-control", W_OK) == 0
      }
    }
  }

  /// Makes `state` in `folder`, with the container of an app a.b in it. To be unmounted also where this fails.
  func make(in folder: String) throws {
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    program.arguments = ["-ec", "mkdir -p state; \(script)"]
    program.currentDirectoryURL = URL(filePath: folder)
    try program.run()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0, "\(self)")
  }

  private var script: String {
    switch self {
    case .bind:
      """
      mkdir -p state/containers/a.b/Documents/deep
      echo text >state/containers/a.b/Documents/deep/note
      mount --bind state/containers state/containers
      """
    case .overlay:
      // On a tmpfs: no overlay, such as a container's root, can have the upper layer of another.
      """
      mkdir layers
      mount -t tmpfs tmpfs layers
      mkdir -p layers/upper layers/work layers/lower/containers/a.b/Documents/deep
      echo text >layers/lower/containers/a.b/Documents/deep/note
      mount -t overlay -o lowerdir=layers/lower,upperdir=layers/upper,workdir=layers/work overlay state
      """
    case .btrfs:
      """
      truncate -s 200M disk
      /usr/sbin/mkfs.btrfs -q disk 2>said
      mount -o loop disk state
      mkdir -p state/containers/a.b
      cd state/containers/a.b
      btrfs -q subvolume create own
      mkdir -p own/Documents/deep
      echo text >own/Documents/deep/note
      btrfs -q subvolume snapshot -r own copy
      """
    }
  }

  func unmount(in folder: String) {
    for place in ["state/containers", "state", "layers"] { umount2("\(folder)/\(place)", CInt(MNT_DETACH)) }
  }
}
