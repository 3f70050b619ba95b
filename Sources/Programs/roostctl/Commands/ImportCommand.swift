// import: make a Swift package of an Xcode project, build it and run it.
import ArgumentParser
import ControlAPI
import Glibc
import XcodeProjects

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a Swift package of an Xcode project, build it and run it.",
    discussion: "Says file by file what will not compile here. Changes nothing of the project.")

  @Argument(help: "The project, NAME.xcodeproj.", completion: .directory) var project: String
  @Option(help: ArgumentHelp("The target (the app).", valueName: "name")) var target: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The package to make (NAME-roost beside the project).", valueName: "dir"))
  var output: String?
  @Flag(help: "Copy the sources; without it the package has links to them.") var copy = false
  @Flag(name: .customLong("no-build"), help: "Write the package, and neither build nor run it.") var noBuild = false
  @Option(
    help: ArgumentHelp("Read no file outside of this directory (the one the project is in).", valueName: "dir"))
  var root: String?
  @Option(help: ArgumentHelp("The clone of Roost's repository that the package depends on.", valueName: "dir"))
  var roost: String?
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard project.hasSuffix(".xcodeproj") || project.hasSuffix(".xcodeproj/") else {
      throw ValidationError(
        project.hasSuffix(".xcworkspace")
          ? "A workspace names projects; import the .xcodeproj of the app."
          : "The project must be NAME.xcodeproj, as in Notes/Notes.xcodeproj.")
    }
  }

  func run() throws {
    let roost = try RoostPackage.find(roost)
    let (name, plan, tree) = try Self.refusing { () throws(ProjectError) in try read(roost) }
    let place = output ?? folder(plan)
    Terminal.progress("writing \(place)")
    let package = try ImportedPackage(plan, in: tree, at: place)
    let findings = try (plan.findings + package.write(copying: copy)).sorted()
    if !connection.json { ImportReport(plan, findings, target: name, package: package.path).say() }
    let isBuilt = plan.isBuildable && !noBuild
    let isRunning = isBuilt ? try buildAndRun(package, plan) : false
    let next = isRunning ? [] : package.nextCommands(isBuilt: isBuilt)
    if connection.json {
      return try JSONOutput.say(
        ImportReport.Document(
          plan, findings, target: name, package: package.path, built: isBuilt, running: isRunning, next: next))
    }
    if isRunning { return Terminal.say("\(plan.bundleIdentifier) runs.") }
    Terminal.say(isBuilt ? "Next:" : "Next, in the package:")
    for command in next { Terminal.say("  \(command)") }
  }

  private func read(
    _ roost: RoostPackage
  ) throws(ProjectError) -> (target: String, plan: ImportPlan, tree: SourceRoot) {
    let place = try ProjectPlace(project)
    let top = root ?? place.folder
    guard let root = SourceRoot(top, owner: place.owner) else {
      throw .unreadable(top, why: String(cString: strerror(errno)))
    }
    Terminal.progress("reading \(project)")
    let target = try XcodeProject.read(place.path, in: root).target(self.target)
    Terminal.progress("looking through the sources of \(target.name)")
    return (target.name, try ImportPlan(target, in: root, roost: (roost.path, roost.name)), root)
  }

  /// Beside the project.
  private func folder(_ plan: ImportPlan) -> String {
    let path = project.hasSuffix("/") ? String(project.dropLast()) : project
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return plan.module + "-roost" }
    return String(Substring(path.utf8[...slash])) + plan.module + "-roost"
  }

  private static func refusing<Result>(_ body: () throws(ProjectError) -> Result) throws(CommandFailure) -> Result {
    do throws(ProjectError) { return try body() } catch { throw .refused(error.description) }
  }

  /// - Returns: whether a daemon runs it.
  private func buildAndRun(_ package: borrowing ImportedPackage, _ plan: ImportPlan) throws -> Bool {
    Terminal.progress("building \(package.path) with swift build")
    try package.build(isQuiet: connection.json)
    let bundle = try package.bundle()
    do throws(CommandFailure) {
      Terminal.progress("installing \(bundle)")
      _ = try Installation(path: bundle, connection: OwnDaemon(connection), isUnasked: true).install()
      _ = try connection.ask(AppsInterface.Launch(id: plan.bundleIdentifier), patience: nil)
      return true
    } catch {
      // The package is there whatever the daemon says; the commands that come next lead to one.
      Terminal.complain("roostctl: the app is built, and does not run yet: \(error.description)")
      return false
    }
  }
}
