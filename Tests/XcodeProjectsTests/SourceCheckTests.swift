// The lines that will not compile here: found in code alone, and only where the code is compiled.
import StreamSafeText
import Testing

@testable import XcodeProjects

struct SourceCheckTests {
  private func check(_ source: String, flags: Set<String> = ["DEBUG"]) -> SourceCheck.Result {
    SourceCheck(module: "Notes", flags: flags).check(Array(source.utf8), file: "A.swift")
  }

  private func places(_ source: String, flags: Set<String> = ["DEBUG"]) -> [String] {
    check(source, flags: flags).findings.map { "\($0.line ?? 0) \($0.subject)" }
  }

  @Test("Attributes, selectors and modules, each with its line and what to write instead")
  func words() {
    let source = """
      import UIKit
      @testable import Notes
      import SwiftUI
      @preconcurrency import struct Combine.Just
      public import UIKit.UIGestureRecognizerSubclass
      import class UIKit.UIView
      import os.log
      class A: UIViewController {
        @IBOutlet weak var label: UILabel!
        @IBAction func save(_ sender: Any) {}
        @objc func tapped() { go(#selector(tapped)) }
        let session = URLSession.shared, again = URLSession.shared
        let objc = 1, myURLSession = 2
        let quiet = C.background(withIdentifier: "a")
      }
      """
    #expect(
      places(source) == [
        "3 import SwiftUI", "4 import Combine.Just", "5 import UIKit.UIGestureRecognizerSubclass", "7 import os.log",
        "9 @IBOutlet", "10 @IBAction", "11 @objc", "11 #selector",
      ])
    #expect(check(source).loading == .background)
    #expect(check("let a = URLSession.shared").loading == .ordinary && check("let myURLSession = 1").loading == nil)
    #expect(places("import AVFoundation\nimport Photos\nimport CoreBluetooth") == [])
    #expect(
      check("import os").findings.first?.text
        == "A.swift:1: import os: write `import OSLog`, which has Logger, os_log and OSSignposter")
    #expect(check("import UIKit; import OSLog").imports.contains("UIKit"))
    #expect(check("@UIApplicationMain\nclass A {}").hasApplicationMain)
  }

  @Test("Comments, strings and their interpolations are no code")
  func text() {
    let source = ##"""
      // @objc
      /* @objc /* nested */ #selector */ let a = 1
      let b = "@objc \(f("@IBOutlet")) import SwiftUI"
      let c = """
        import SwiftUI "
        @objc
        """
      let d = #"\" @objc"#, e = 7 // #selector
      @objc func f() {}
      """##
    #expect(places(source) == ["9 @objc"])
    #expect(places("let a = \"@objc\n@objc let b = 1") == ["2 @objc"])
    #expect(places("/* @objc") == [] && places("\"\"\" @objc") == [])
  }

  @Test("Only lines that are compiled here count")
  func conditions() {
    let source = """
      #if canImport(SwiftUI)
      import SwiftUI
      #elseif canImport(UIKit) && !os(iOS)
      import UIKit
      #if DEBUG || FAST
      import Debugging
      #else
      import Releasing
      #endif
      #else
      import Nothing
      #endif
      #if os(Linux) && (swift(>=5.9) && !(targetEnvironment(simulator)))
      import Here
      #endif
      #if swift(<6.0)
      import Old
      #endif
      #endif
      #if canImport(FoundationNetworking)
      import FoundationNetworking
      #endif
      let a = URLSession.shared
      """
    #expect(places(source) == ["6 import Debugging", "14 import Here"])
    #expect(places(source, flags: []) == ["8 import Releasing", "14 import Here"])
    #expect(places("#if \(String(repeating: "(", count: 10_000))\nimport X\n#endif") == ["2 import X"])
  }

  @Test("Blocks in blocks in great number: a line counts where all that it is in are compiled")
  func deepConditions() {
    let depth = 50_000
    let source =
      String(repeating: "#if DEBUG\n", count: depth)
      + "import A\n#if FAST\nimport B\n#else\nimport C\n#endif\n#else\nimport D\n"
      + String(repeating: "#endif\n", count: depth) + "import E\n#endif\n#else\nimport F\n"
    #expect(
      places(source) == [
        "\(depth + 1) import A", "\(depth + 5) import C", "\(2 * depth + 9) import E", "\(2 * depth + 12) import F",
      ])
  }

  @Test("Lines of marks, which take the square of their length to compare, have a joiner after each thirty")
  func marks() {
    let line = "import a" + String(repeating: "\u{301}\u{323}", count: 1_000)
    #expect(SwiftText.lines(Array(line.utf8)).allSatisfy { String.isStreamSafe($0.unicodeScalars) })
    #expect(check(line).findings.count == 1)
  }

  @Test("A file with very many findings names the first, and how many there are")
  func many() {
    let findings = check(String(repeating: "@objc func f() {}\n", count: 50)).findings
    #expect(findings.count == SourceCheck.mostInFile + 1 && findings.last?.subject == "and 30 more")
  }
}
