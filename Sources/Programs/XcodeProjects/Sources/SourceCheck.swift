// The lines of a Swift file that will not compile here, and what to write instead: What Linux lacks, of
// docs/bring-your-ios-delegate.md.

package struct SourceCheck {
  /// How many findings one file has at most; the rest are counted.
  package static let mostInFile = 20

  private let compilation: ConditionalCompilation
  private let modules: Set<String>

  /// - Parameters:
  ///   - module: the app's own.
  ///   - flags: the names that its build settings define.
  package init(module: String, flags: Set<String>) {
    modules = KnownModules.products.union(KnownModules.toolchain).union([module])
    compilation = ConditionalCompilation(modules: modules, flags: flags)
  }

  package struct Result {
    package var findings: [Finding] = []
    /// The modules that it imports, of those that are here.
    package var imports: Set<String> = []
    /// Whether the app begins in it by `@UIApplicationMain`.
    package var hasApplicationMain = false
    /// The URL loading that it uses, whether it imports a module for it or not.
    package var loading: URLLoading?
  }

  /// - Parameter file: its path below the project's folder.
  package func check(_ source: [UInt8], file: String) -> Result {
    var result = Result()
    let lines = compilation.activeLines(SwiftText.lines(source))
    var found: [Finding] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if line.contains("@UIApplicationMain") { result.hasApplicationMain = true }
      if let (module, whole) = Self.imported(line) {
        if !modules.contains(module) {
          found.append(Finding(.obstacle, file, line: index + 1, "import \(whole)", KnownModules.advice(module)))
        } else if module != whole, KnownModules.products.contains(module), !Self.namesDeclaration(line) {
          found.append(
            Finding(
              .obstacle, file, line: index + 1, "import \(whole)", "write `import \(module)`, which has all of it"))
        }
        result.imports.insert(module)
      }
      for (word, advice) in Self.words where Self.has(word, in: line) {
        found.append(Finding(.obstacle, file, line: index + 1, word, advice))
      }
    }
    result.loading = Self.networking(lines)
    result.findings = Array(found.prefix(Self.mostInFile))
    if found.count > Self.mostInFile {
      let more = found.count - Self.mostInFile
      result.findings.append(
        Finding(.obstacle, file, line: found[Self.mostInFile].line, "and \(more) more", "of the same kinds"))
    }
    return result
  }

  /// The module that the file has `URLSession` of on Linux; nil where it uses none.
  private static func networking(_ lines: [String]) -> URLLoading? {
    func uses(_ words: [String]) -> Bool { lines.contains { line in words.contains { has($0, in: line) } } }
    if uses(["background(withIdentifier", "urlSessionDidFinishEvents"]) { return .background }
    return uses(["URLSession", "URLRequest", "URLCache", "HTTPURLResponse"]) ? .ordinary : nil
  }

  private static let objectiveC = "Swift has no Objective-C on Linux"
  private static let words: [(String, String)] = [
    ("@objc", "\(objectiveC); leave it out"),
    ("@objcMembers", "\(objectiveC); leave it out"),
    ("#selector", "write an action closure, `addAction(UIAction { _ in … }, for: .touchUpInside)`, or a block"),
    ("#keyPath", "write a key path, `\\Type.name`"),
    ("@IBOutlet", "find the view with `view.viewWithTag(_:)` in viewDidLoad"),
    ("@IBAction", "call it from `addAction(UIAction { _ in … }, for: .touchUpInside)`"),
    ("@IBSegueAction", "make the controller in `prepare(for:sender:)`"),
    ("@IBInspectable", "set the property in code"),
    ("@IBDesignable", "leave it out"),
    ("@NSManaged", "there is no Core Data on Linux"),
    ("@NSApplicationMain", "it begins an app of macOS; write `@main`"),
  ]

  /// As a whole word.
  private static func has(_ word: String, in line: String) -> Bool {
    guard let range = range(of: word, in: line) else { return false }
    let isPart = { (character: Character) in character.isLetter || character.isNumber || character == "_" }
    if let next = line[range.upperBound...].first, isPart(next) { return false }
    if let last = line[..<range.lowerBound].last, isPart(last), word.first?.isLetter == true { return false }
    return true
  }

  /// By bytes: Swift's own search makes tables of the word for each line, a quarter of the time of an import.
  private static func range(of word: String, in line: String) -> Range<String.Index>? {
    guard let first = word.utf8.first else { return nil }
    var rest = line.utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: word.utf8) { return start..<rest.index(start, offsetBy: word.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

  private static func namesDeclaration(_ line: String) -> Bool {
    line.split(whereSeparator: \.isWhitespace).contains(where: kinds.contains)
  }

  /// The module and the whole of what an import names: `UIKit` and `UIKit.UIGestureRecognizerSubclass`.
  private static func imported(_ line: String) -> (module: String, whole: String)? {
    let words = line.split { $0.isWhitespace || $0 == ";" }
    guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy({ isModifier($0) }) else { return nil }
    guard let whole = words[(index + 1)...].first(where: { !kinds.contains($0) }) else { return nil }
    return (String(whole.prefix { $0 != "." }), String(whole))
  }

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
