// An app as it lies on disk: `Name.app/` with its Info.plist and its executable.
import ControlAPI
package import LifecycleModel
import Linux
package import Settings

/// A bundle whose Info.plist has been read and makes sense. Files come and go, so a launch asks whether its executable
/// can run, by ``lookAtExecutable()``.
package nonisolated struct AppBundle: Equatable, Sendable {
  /// Absolute path of the `.app` folder.
  package let path: String
  /// Absolute path of `CFBundleExecutable` in it; for a program that knows nothing of us it may be elsewhere.
  package let executable: String
  /// Nil for one that speaks roost-agent(7).
  package let program: ForeignProgram?
  /// The description that the life cycle depends on.
  package let app: AppDescription
  /// The access to the file system that it asks for.
  package let fileAccess: FileAccess
  package let entitlements: Entitlements
  /// PR5: the texts that tell the user what the app needs a service for.
  package let purposes: [PrivacyService: String]
  /// Its name and its icon.
  package let homeScreen: HomeScreenItem
  /// The SHA-256 of the Info.plist that all this was read from, in hexadecimal; nil of a desktop entry. The file may be another one
  /// when the bundle is compared with its seal.
  package let infoPlistHash: String?

  /// Whether `path` is that of a desktop entry.
  package var isDesktopEntry: Bool { path.hasSuffix(".desktop") }

  /// URL schemes of one app beyond these are left out: the app of a URL is looked for in all apps.
  static let mostSchemes = 256
  /// Identifiers of planned work of one app beyond these are left out: each request is looked for in all of them.
  static let mostTaskIdentifiers = 256
  /// Paths of `RoostFileAccess`, of those that are read and of those that are written; the sandbox is given the others no rule for.
  static let mostPaths = 256
  /// Bytes of each list of those paths: every list of all apps has them, and a short property list may name one path many times.
  static let mostPathBytes = 16_384

  /// Reads the bundle at `path`.
  package init(path: String) throws(BundleError) {
    let info = try InfoPlist(bundle: path)
    self.path = path
    program = info.program
    executable = Self.executable(info, in: path)
    fileAccess = info.fileAccess
    entitlements = info.entitlements
    purposes = info.purposes
    homeScreen = info.homeScreen
    infoPlistHash = info.hash
    app = AppDescription(
      id: AppID(info.identifier), style: info.hasSceneManifest && program == nil ? .scene : .app,
      isForeign: program != nil, exitsOnSuspend: info.exitsOnSuspend,
      supportsMultipleScenes: info.supportsMultipleScenes, schemes: info.urlSchemes,
      backgroundModes: Set(info.backgroundModes.compactMap(BackgroundMode.init)), taskIdentifiers: info.taskIdentifiers,
      purposes: Set(info.purposes.keys), usesNetwork: info.entitlements.network != .closed,
      memory: MemoryTraits(softLimit: info.memoryLimits.soft, hardLimit: info.memoryLimits.hard))
  }

  /// One that knows nothing of us is looked for as on a command line when it is not in the bundle.
  private static func executable(_ info: InfoPlist, in path: String) -> String {
    guard !info.executable.hasPrefix("/") else { return info.executable }
    let own = "\(path)/\(info.executable)"
    guard info.program != nil, !mayBeProgram(own) else { return own }
    return ProgramPath.find(info.executable) ?? own
  }

  /// A link is not followed here: ``lookAtExecutable()`` tells where it leads.
  private static func mayBeProgram(_ path: String) -> Bool {
    switch (try? FileStatus(of: path, followsLinks: false))?.kind {
    case .link: true
    case .regular: ProgramPath.mayExecute(path)
    case .folder, .socket, .pipe, .device, nil: false
    }
  }

  /// Throws when execve(2) would fail on the executable, in words that execve's errno has not. It may be on a file system that does
  /// not answer.
  ///
  /// - Returns: whether it and what the kernel opens with it are root's or the daemon's own.
  @discardableResult func checkExecutable() throws(BundleError) -> Bool {
    do {
      return try Executable.check(executable, inside: ownFolder)
    } catch {
      throw BundleError(bundle: path, .executable(error))
    }
  }

  /// The same as far as the loop may do it, which must not wait; ``programQuestion`` is the rest.
  package func lookAtExecutable() throws(BundleError) -> Executable.FirstLook {
    do {
      return try Executable.lookFirst(at: executable, inside: ownFolder, isListed: entitlements.programs == .bundle)
    } catch {
      throw BundleError(bundle: path, .executable(error))
    }
  }

  /// That of an executable in the bundle. By the bytes, as the kernel takes a path.
  private var ownFolder: String? { executable.utf8.starts(with: "\(path)/".utf8) ? path : nil }

  /// Can the executable run, and by which programs?
  package var programQuestion: ProgramQuestion {
    .executable(executable, inside: ownFolder, isListed: entitlements.programs == .bundle)
  }
}

/// The reason why a bundle cannot be used.
package nonisolated struct BundleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Path of the `.app` folder, or of the folder that apps were looked for in.
  package let bundle: String
  let problem: Problem

  package enum Problem: Equatable, Sendable {
    case noInfoPlist
    case unreadable(String)
    /// Neither a well-formed XML nor a binary property list.
    case malformed(String)
    case wrongType(key: String, expected: String)
    case missingKey(String)
    case invalidIdentifier(String)
    case invalidExecutableName(String)
    case mistake(key: String, why: String)
    case desktopEntry(DesktopEntry.Mistake)
    /// LA9.
    case twoMainInterfaces
    case executable(Executable.Problem)
    /// It was there at the last scan.
    case notInstalled
    /// The bundle at `kept` was found first and is used.
    case duplicate(AppID, kept: String)
  }

  package init(bundle: String, _ problem: Problem) {
    self.bundle = bundle
    self.problem = problem
  }

  package var description: String {
    switch problem {
    case .noInfoPlist:
      "\(bundle) has no Info.plist; make the bundle again with "
        + "`roostctl bundle EXECUTABLE --info PLIST -o \(bundle.shellWord)`"
    case .unreadable(let why):
      "unable to read \(bundle): \(why); check that roostd may read it, and run `roostctl reload`"
    case .malformed(let why):
      "\(bundle)/Info.plist is not a valid property list: \(why); correct it, or make it again with `roostctl bundle`"
    case .wrongType(let key, let expected):
      "\(bundle)/Info.plist: \(key) must be \(expected)"
    case .missingKey(let key):
      "\(bundle)/Info.plist has no \(key); add it as a string"
    case .invalidIdentifier(let identifier):
      "\(bundle)/Info.plist: the CFBundleIdentifier \(quoted(identifier)) cannot name a folder; use letters, digits, '.', '-' "
        + "and '_', a letter or digit first, \(String.longestPortableFolderName) at most, such as com.example.notes"
    case .invalidExecutableName(let name):
      "\(bundle)/Info.plist: the CFBundleExecutable \(quoted(name)) must be the name of a file directly in the bundle"
        + "; with a RoostProgram it may be an absolute path, or the name of a program in PATH"
    case .mistake(let key, let why):
      "\(bundle)/Info.plist: \(key) \(why)"
    case .desktopEntry(let mistake):
      ([bundle] + [mistake.line.map { "line \($0)" }, mistake.key.map(quoted)].compactMap { $0 })
        .joined(separator: ": ") + (mistake.key == nil ? ": " : " ") + mistake.why
    case .twoMainInterfaces:
      "\(bundle)/Info.plist has both UIMainStoryboardFile and NSMainNibFile; keep the one that names the main interface"
    case .executable(let problem):
      "\(problem)"
    case .notInstalled:
      "the bundle of \(bundle) is no longer installed; install it again, and run `roostctl reload`"
    case .duplicate(let id, let kept):
      "\(bundle) has the identifier \(id) of \(kept), which roostd uses; remove one, or change its CFBundleIdentifier"
    }
  }

  /// As a message may show text of unknown origin: on one line, and not without end.
  private func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? "?" : String($0) }
    return "\"\(shown.joined())\(text.unicodeScalars.count > 80 ? "…" : "")\""
  }
}
