// A bundle's way into the first app directory that may be written to, and its seal (LA7).
import ControlAPI
import FoundationEssentials
import Glibc

struct Installation {
  let path: String
  let connection: ConnectionOptions

  func install() throws(CommandFailure) -> BundlesInterface.Install.Reply {
    guard access("\(path)/Info.plist", F_OK) == 0 else {
      throw .refused("\(path) is not a bundle: it has no Info.plist; `roostctl bundle` makes a bundle")
    }
    let directories = try connection.ask(BundlesInterface.GetDirectories()).directories
    guard let directory = directories.first(where: { access($0, W_OK | X_OK) == 0 }) else {
      throw .refused(
        "you may not write to any app directory (\(directories.joined(separator: ", "))); run roostctl as root")
    }
    let output = "\(directory)/\(URL(filePath: path).lastPathComponent)"
    let isNew = access(output, F_OK) != 0
    try copy(to: output)
    do throws(CommandFailure) {
      // The daemon reads every file of it.
      return try Progress.during("sealing \(output)") { () throws(CommandFailure) in
        try connection.ask(BundlesInterface.Install(path: output), patience: nil)
      }
    } catch {
      if isNew, case .refused = error {
        try? FileManager.default.removeItem(atPath: output)
        _ = try? connection.ask(DaemonInterface.Reload())
      }
      throw error
    }
  }

  /// A bundle that is installed already is sealed again where it is.
  private func copy(to output: String) throws(CommandFailure) {
    if let here = realpath(path, nil), let there = realpath(output, nil) {
      defer {
        free(here)
        free(there)
      }
      if strcmp(here, there) == 0 { return }
    }
    try checkContent()
    let staging = try StagingDirectory(besides: output)
    do {
      try Progress.during("copying \(path)") {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
          try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(staging.path)/\(name)")
        }
      }
    } catch {
      throw .refused("unable to copy \(path) to \(output): \(error)")
    }
    try staging.moveIntoPlace(output)
  }

  /// In bytes: the daemon seals no larger one, and a hole takes room on the disk when it is copied.
  private static let largest: Int64 = 16 << 30

  /// Copying a FIFO would wait for somebody who writes to it.
  private func checkContent() throws(CommandFailure) {
    var size: Int64 = 0
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { throw unable("read \(path)/\(name)", errno) }
      guard [S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) else {
        throw .refused("\(path)/\(name) is neither a file, a folder nor a link; leave it out of the bundle")
      }
      if status.st_mode & S_IFMT == S_IFREG { size = size.addingReportingOverflow(Int64(status.st_size)).partialValue }
      guard (0...Self.largest).contains(size) else {
        throw .refused("\(path) has more than \(Self.largest >> 30) GiB, the limit for a bundle; leave files out of it")
      }
    }
  }
}
