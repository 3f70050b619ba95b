// diagnose: one archive with all that somebody needs who looks into a mistake of roostd or of an app.
import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc

struct DiagnoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose", abstract: "Write an archive of what the daemon knows, to send with a question.",
    discussion: """
      It has the versions, the apps and their exits, the device, the reports of kills and crashes, and facts of the \
      machine. It has no configuration, which may have passwords in it, no data, picture, notification or output of an \
      app, and no activity of a scene. Look at it before you send it: a report may quote what an app said when it crashed.

      Examples:
        roostctl diagnose -o roost.tar.gz
      """)
  @Option(name: .shortAndLong, help: ArgumentHelp("The file, NAME.tar.gz.", valueName: "file"), completion: .file())
  var output: String
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable { var file: String }

  /// Facts of the machine that are nobody's secret; a kernel may lack some.
  private static let machine = [
    "/etc/os-release", "/proc/version", "/proc/meminfo", "/proc/swaps", "/proc/filesystems", "/proc/pressure/memory",
    "/sys/fs/cgroup/cgroup.controllers",
  ]
  /// The newest; older ones are seldom asked for.
  private static let mostReports = 50

  func validate() throws {
    guard output.hasSuffix(".tar.gz") else { throw ValidationError("The file's name must end in .tar.gz: \(output).") }
  }

  func run() throws {
    // Nobody else is to read it, here or in the folder where it is put together.
    umask(0o077)
    // By a name that nobody has taken before.
    let temporary = FileManager.default.temporaryDirectory.path
    var template = Array((temporary + "/roost-diagnose-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure.refused("unable to make a folder in \(temporary): \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let content = folder + "/content"
    guard mkdir(content, 0o700) == 0 else {
      throw CommandFailure.refused("unable to make \(content): \(String(cString: strerror(errno)))")
    }
    try Progress.during("collecting what the daemon knows") { try collect(into: content) }
    try Progress.during("writing \(output)") { try pack(content, folder + "/archive") }
    if connection.json { try JSONOutput.say(Written(file: output)) }
  }

  private func pack(_ content: String, _ archive: String) throws {
    let status = try Subprocess.run(["tar", "-czf", archive, "-C", content, "."], outputToErrors: true)
    guard status == 0, let bytes = FileManager.default.contents(atPath: archive) else {
      throw CommandFailure.refused("unable to write \(output): tar failed as shown above")
    }
    try OutputFile(output).write(Array(bytes))
  }

  private func collect(into folder: String) throws {
    func keep(_ value: some Encodable, _ name: String) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try put(Data(encoder.encode(value)), "\(folder)/\(name)")
    }
    try keep(connection.ask(DaemonInterface.GetVersion()), "daemon.json")
    try put(Data("\(ControlService.version)\n".utf8), folder + "/roostctl-version")
    try keep(connection.ask(DaemonInterface.GetGaps()).gaps, "gaps.json")
    try keep(connection.ask(AppsInterface.List()).apps, "apps.json")
    try keep(connection.ask(AppsInterface.ListExits(id: nil)).exits, "exits.json")
    try keep(connection.ask(AppsInterface.ListAssertions()).assertions, "assertions.json")
    try keep(connection.ask(AppsInterface.ListTasks()).tasks, "tasks.json")
    try keep(connection.ask(DeviceInterface.GetState()), "device.json")
    try keep(connection.ask(MemoryInterface.Get()), "memory.json")
    try keep(connection.ask(PrivacyInterface.List(id: nil)).permissions, "permissions.json")
    for (number, report) in try connection.ask(ReportsInterface.List(id: nil)).reports.prefix(Self.mostReports)
      .enumerated()
    {
      // One that the daemon has removed meanwhile is not missed.
      guard let read = try? connection.ask(ReportsInterface.Read(report: report.name)) else { continue }
      try put(Data(read.content.utf8), "\(folder)/report-\(number + 1).ips")
    }
    for path in Self.machine {
      guard let content = FileManager.default.contents(atPath: path) else { continue }
      try put(content, folder + "/machine" + path.replacing("/", with: "-"))
    }
  }

  private func put(_ data: Data, _ path: String) throws(CommandFailure) {
    do {
      try data.write(to: URL(filePath: path))
    } catch {
      throw .refused("unable to write \(path): \(error)")
    }
  }
}
