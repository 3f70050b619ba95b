// The contents of a bundle, which roostctl checks before it writes any file.
import FoundationEssentials
import Glibc
import PropertyLists
import XcodeProjects

/// NAME.app/ with Info.plist, the executable under the name CFBundleExecutable gives, and resources beside them.
struct BundleLayout {
  let executable: String
  let info: String
  let resources: String?
  let output: String
  /// Values of build settings that Info.plist leaves open, by name.
  let variables: [String: String]
  /// That the program loads when it starts; nil where it has all in itself.
  let runtime: SharedRuntime?

  /// Makes the bundle under a name nobody looks at and moves it into place, so that nobody ever sees half of one.
  /// - Returns: its bundle identifier.
  func make() throws(CommandFailure) -> String {
    let plist = try checkedInfo()
    try checkResources(besides: ["Info.plist", plist.executable])
    try checkExecutable()
    var staging = try StagingDirectory(besides: output)
    try staging.write(info: plist.contents)
    var files = FolderCopy(of: resources ?? executable)
    try files.copy(program: executable, to: staging.folder, plist.executable)
    if let resources { try files.copy(contentsOf: resources, to: staging.folder) }
    try staging.moveIntoPlace()
    return plist.id
  }

  private struct Info {
    var id: String
    var executable: String
    var contents: Data
  }

  private func checkedInfo() throws(CommandFailure) -> Info {
    let bytes = try infoBytes()
    var contents = Data(bytes)
    if let problem = PropertyListBounds.problem(in: bytes) {
      throw .refused("unable to use \(info): \(problem); write it anew as XML, with less in it where it has too much")
    }
    guard var keys = try? PropertyListDecoder().decode([String: PropertyListValue].self, from: contents) else {
      throw .refused("\(info) is not a property list with a dictionary in it; `xmllint --noout` shows where")
    }
    var variables = BuildVariables(program: URL(filePath: executable).lastPathComponent, given: variables)
    keys = try variables.fill(keys)
    let before = keys
    try runtime?.open(in: &keys)
    if variables.didChange || keys != before { contents = try encode(keys) }
    guard case .string(let id)? = keys["CFBundleIdentifier"], !id.isEmpty else {
      throw .refused("\(info) has no CFBundleIdentifier; add one such as com.example.notes")
    }
    switch keys["CFBundleExecutable"] {
    case .string(let name)?:
      // By its bytes: a slash that a mark combines with is one to the kernel.
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), ![".", "..", "Info.plist"].contains(name) else {
        throw .refused("CFBundleExecutable in \(info) is not the name of a file in the bundle: \"\(name)\"")
      }
      return Info(id: id, executable: name, contents: contents)
    case nil:
      let name = URL(filePath: executable).lastPathComponent
      keys["CFBundleExecutable"] = .string(name)
      return Info(id: id, executable: name, contents: try encode(keys))
    case .bool, .integer, .real, .date, .data, .array, .dictionary:
      throw .refused("CFBundleExecutable in \(info) is not a string")
    }
  }

  /// A hole costs its author nothing, and as much memory as a file of its size.
  private func infoBytes() throws(CommandFailure) -> [UInt8] {
    let file = open(info, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw unable("read \(info)", errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= BundleKeys.largest {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unable("read \(info)", errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw .refused(
      "\(info) is larger than \(BundleKeys.largest >> 10) KiB, the limit for an Info.plist; have less in it")
  }

  private func encode(_ keys: [String: PropertyListValue]) throws(CommandFailure) -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    guard let contents = try? encoder.encode(keys) else { throw .refused("unable to write the changed \(info)") }
    return contents
  }

  private func checkExecutable() throws(CommandFailure) {
    var status = stat()
    guard stat(executable, &status) == 0 else { throw unable("read \(executable)", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .refused("\(executable) is not a file") }
    guard access(executable, X_OK) == 0 else {
      throw .refused("\(executable) is not executable; chmod +x it if it is the program")
    }
  }

  private func checkResources(besides taken: Set<String>) throws(CommandFailure) {
    guard let resources else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: resources) else {
      throw .refused("unable to list \(resources): it is not a directory that can be read")
    }
    if let clash = names.first(where: taken.contains) {
      throw .refused("\(resources)/\(clash) would take the place of the bundle's own \(clash); rename it")
    }
  }
}

/// The failure of a command on a bundle, from a system call's errno.
func unable(_ what: String, _ errno: Int32) -> CommandFailure {
  .refused("unable to \(what): \(String(cString: strerror(errno)))")
}
