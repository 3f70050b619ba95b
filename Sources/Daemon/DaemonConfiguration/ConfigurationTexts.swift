// The texts of the configuration's files, as they are at one moment.
import Linux
import SystemPackage

nonisolated struct ConfigurationTexts: Equatable, Sendable {
  struct File: Equatable, Sendable {
    let path: String
    let bytes: [UInt8]
  }

  /// Later ones win.
  private(set) var files: [File] = []
  /// One for each file or folder that could not be read.
  private(set) var problems: [ConfigurationError.Problem] = []

  /// Reads `file`, or the default one if that exists, with the drop-ins beside it.
  init(of file: String?, in surroundings: Configuration.Surroundings) {
    let main = file ?? surroundings.configurationFile
    for path in [main] + dropIns(beside: main) {
      do throws(SmallFile.ReadError) {
        files.append(File(path: path, bytes: try SmallFile.read(path, limit: Self.sizeLimit)))
      } catch SmallFile.ReadError.missing where path == main && file == nil {
        continue
      } catch {
        var errno: Errno?
        if case .system(_, let reason) = error { errno = reason }
        problems.append(Self.problem(path, "unable to read it: \(error)", errno))
      }
    }
  }

  private static var sizeLimit: Int { 1 << 20 }

  private static func problem(_ path: String, _ message: String, _ errno: Errno?) -> ConfigurationError.Problem {
    // EMFILE, ENFILE, ENOMEM: it says nothing of the file.
    let passing: [Errno] = [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory]
    return .init(
      source: path, line: nil, key: nil, message: "\(message); check that roostd may read it, and its disk",
      mayPass: errno.map { passing.contains($0) } ?? false)
  }

  /// None where there is no such folder; one that cannot be read may hold what no default may stand in for.
  private mutating func dropIns(beside file: String) -> [String] {
    let path = FilePath(file).removingLastComponent().appending("roostd.conf.d")
    do throws(Errno) {
      let names = try Folder.names(in: path.string).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      return names.map { path.appending($0).string }.sorted()
    } catch {
      if error != .noSuchFileOrDirectory, error != .notDirectory {
        problems.append(Self.problem(path.string, "unable to read the folder: \(error)", error))
      }
      return []
    }
  }
}
