// Questions about programs that may be on any file system, such as one that does not answer: no work for the loop.

/// A program that the author of a bundle or of a desktop entry has named.
package nonisolated enum ProgramQuestion: Hashable, Sendable {
  /// That of a bundle, and its folder where it is in there; with `isListed` the programs that run it are wanted too.
  case executable(String, inside: String?, isListed: Bool)
  /// That of a `TryExec`.
  case installed(String)

  /// Its path.
  package var path: String {
    switch self {
    case .executable(let path, _, _), .installed(let path): path
    }
  }

  /// Waits for as long as the file system likes.
  package func ask() -> Result<FoundPrograms, Executable.Problem> {
    Result { () throws(Executable.Problem) -> FoundPrograms in
      switch self {
      case .executable(let path, let folder, let isListed):
        _ = try Executable.check(path, inside: folder)
        guard isListed else { return FoundPrograms() }
        let chain = Interpreters.chain(of: path)
        return FoundPrograms(
          near: chain.filter { !ProgramPath.isElsewhere($0) }, elsewhere: chain.filter(ProgramPath.isElsewhere))
      case .installed(let path):
        guard ProgramPath.isProgram(path) else { throw .missing(path) }
        return FoundPrograms()
      }
    }
  }
}

/// The files that an app may run besides those in its bundle.
package nonisolated struct FoundPrograms: Equatable, Sendable {
  /// Those of the installed system; nil where it may run all that it can read.
  package var near: [String]?
  /// Those that may be on any file system, as the bundle's own, of which its owner may have made a link.
  package var elsewhere: [String] = []
}
