// The record of a bundle as it was installed (LA7): the hash of each file's content.
import FoundationEssentials
package import SystemPackage

/// The seal of one bundle, as it is kept in `STATE/seals/<bundle id>`.
nonisolated struct Seal: Codable, Equatable, Sendable {
  /// Absolute path of the `.app` folder, without links.
  var bundle: String
  /// Its path in the app directory, which may be a link to it; nil in a seal of an older version.
  var place: String?
  /// By its path in the bundle.
  var entries: [String: Entry]

  enum Entry: Codable, Equatable, Sendable {
    /// The SHA-256 of its content, in hexadecimal.
    case file(sha256: String, isExecutable: Bool)
    case link(to: String)

    /// By the bytes, as the kernel compares the names that a link leads to.
    fileprivate func isSame(as other: Entry) -> Bool {
      if case (.link(let target), .link(let other)) = (self, other) { return target.utf8.elementsEqual(other.utf8) }
      return self == other
    }
  }

  /// Nil where the bundle has no such file.
  static func hash(ofInfoPlistIn entries: [String: Entry]) -> String? {
    guard case .file(let hash, _)? = entries["Info.plist"] else { return nil }
    return hash
  }

  /// The first file, in the order of their names, that is not as it was.
  func difference(from now: [String: Entry]) -> SealError? {
    for path in Set(entries.keys).union(now.keys).sorted() {
      switch (entries.index(forKey: path).map { entries[$0] }, now.index(forKey: path).map { now[$0] }) {
      case (nil, _): return SealError(bundle: bundle, .added(path))
      case (_, nil): return SealError(bundle: bundle, .removed(path))
      case (let then?, let now?):
        // Swift finds one spelling of a name by another (Unicode, “Canonical Equivalence”); to the kernel they are two.
        guard then.key.utf8.elementsEqual(now.key.utf8) else { return SealError(bundle: bundle, .added(now.key)) }
        guard then.value.isSame(as: now.value) else { return SealError(bundle: bundle, .changed(path)) }
      }
    }
    return nil
  }
}

/// The reason why a bundle that was installed is not launched, or could not be sealed.
package nonisolated struct SealError: Error, Equatable, Sendable, CustomStringConvertible {
  package let bundle: String
  let problem: Problem

  package enum Problem: Equatable, Sendable {
    case changed(String), added(String), removed(String)
    /// The app directories have another bundle of that identifier first.
    case elsewhere(found: String)
    /// It lies where this app was installed.
    case taken(by: String)
    /// This app was installed, and its bundle is there.
    case installed(String)
    /// A second file whose name is the same to a reader, and to Swift, in other bytes.
    case lookalike(String)
    /// A device node, FIFO or socket, which has no content to seal.
    case unsealable(String)
    case unreadable(String, Errno)
    /// With the first file that is too much.
    case tooLarge(String)
    case tooMany
    /// Its paths, all together.
    case tooLong
    /// With the folder that is one too many.
    case tooDeep(String)
    /// It had another length when it was opened.
    case changing(String)
    /// A link that leads out of the bundle, or may.
    case outside(String)
    /// The daemon knows the app by another one than is there.
    case otherInfoPlist
    case noSeal(String)
    case unusableSeal(String, String)
  }

  package init(bundle: String, _ problem: Problem) {
    self.bundle = bundle
    self.problem = problem
  }

  package var description: String {
    switch problem {
    case .changed(let path): "\(bundle)/\(path) was changed after it was installed; \(remedy)"
    case .added(let path): "\(bundle)/\(path) was added after it was installed; \(remedy)"
    case .removed(let path): "\(bundle)/\(path) was removed after it was installed; \(remedy)"
    case .elsewhere(let found):
      "roostd finds \(found) first, but \(bundle) is the installed bundle; remove one of them"
    case .taken(let id):
      "it is the place of \(id), which is installed; rename the folder that you install, or remove that app first "
        + "with `roostctl uninstall \(id)`"
    case .installed(let id):
      "\(id) is installed already, as \(bundle), and a bundle of another name does not get its data and permissions; "
        + "remove that one first with `roostctl uninstall \(id)`"
    case .lookalike(let path):
      "\(bundle)/\(path) has a name that another file there has as well, in other bytes; leave one of them out of the bundle"
    case .unsealable(let path): "\(bundle)/\(path) is neither a file, a folder nor a link; leave it out of the bundle"
    case .unreadable(let path, let errno):
      "unable to read \(path): \(errno); check that roostd may read it, and its disk"
    case .tooLarge(let path):
      "\(bundle) has more than \(BundleHashes.limit >> 30) GiB with \(path); leave that out of the bundle"
    case .tooMany:
      "\(bundle) has more than \(BundleHashes.mostFiles) files and folders; pack some of them into one, or leave them out"
    case .tooLong:
      "the paths of the files in \(bundle) have more than \(BundleHashes.mostText >> 20) MiB; shorten the names of its "
        + "folders, or pack some of its files into one"
    case .tooDeep(let path):
      "\(bundle)/\(path) is more than \(BundleHashes.deepest) folders deep; move it up, or leave it out of the bundle"
    case .changing(let path): "\(bundle)/\(path) changes while it is read; try again when nobody writes to it"
    case .outside(let path):
      "\(bundle)/\(path) is a link that may lead out of the bundle; put the file itself in its place, or have the link "
        + "begin with a name beside it, with the `..` that it needs, or with /usr/"
    case .otherInfoPlist:
      "\(bundle)/Info.plist was another one when roostd looked for apps; have it look again with `roostctl reload`"
    case .noSeal(let id): "\(id) was not installed with `roostctl install PATH`, so it has no seal"
    case .unusableSeal(let path, let why): "unable to use the seal \(path): \(why); \(remedy)"
    }
  }

  private var remedy: String { "reinstall it with `roostctl install PATH`" }
}
