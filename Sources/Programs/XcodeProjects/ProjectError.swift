// The reasons for which a project cannot be imported.

package enum ProjectError: Error, Equatable, CustomStringConvertible {
  /// A file that is needed, and why it cannot be read.
  case unreadable(String, why: String)
  /// A property list with a mistake; lines count from 1.
  case notValid(String, line: Int, why: String)
  /// The path of something that is no project.
  case notAProject(String, cure: String)
  /// A project that may be another than it seems.
  case refused(String, why: String)
  /// A project that is larger than any that Xcode makes.
  case tooLarge(String, why: String)
  /// Nothing in the project is an app for iOS; the names of its targets.
  case noApplication(targets: [String])
  /// The name that was asked for, and those there are.
  case noTarget(String, targets: [String])
  /// A build setting whose value has no end.
  case endlessSetting(String)
  /// A build setting that the import needs and that is not there or not valid.
  case badSetting(String, value: String, cure: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let why): "unable to read \(path): \(why)"
    case .notValid(let path, let line, let why): "unable to read \(path): line \(line): \(why)"
    case .notAProject(let path, let cure): "unable to import \(path): it is not an Xcode project; \(cure)"
    case .refused(let path, let why), .tooLarge(let path, let why): "unable to import \(path): \(why)"
    case .noApplication(let targets):
      "unable to import the project: none of its targets is an app for iOS (\(Self.list(targets))); "
        + "name the one that is to be one with --target"
    case .noTarget(let name, let targets):
      "unable to import target \(name): the project has \(targets.isEmpty ? "no targets" : "only \(Self.list(targets))")"
    case .endlessSetting(let name):
      "unable to know the build setting \(name): it names itself in a circle, or its value is longer than "
        + "\(BuildSettings.longest) bytes"
    case .badSetting(let name, let value, let cure):
      "unable to import the target: its build setting \(name) is \"\(value)\"; \(cure)"
    }
  }

  private static func list(_ names: [String]) -> String { names.prefix(20).joined(separator: ", ") }
}
