// Paths as text.
import Testing

@testable import XcodeProjects

struct PathTextTests {
  @Test("A path below a folder keeps its whole name, in whatever letters the folder's is written")
  func relativePaths() {
    for folder in ["/a", "/home/Prüfung", "/home/한국어", "/e\u{301}"] {
      #expect(relative(folder + "/App/Main.swift", to: folder) == "App/Main.swift", "\(folder)")
    }
    #expect(relative("/other/Main.swift", to: "/a") == "/other/Main.swift")
  }

  @Test("A slash is one also where a mark combines with it: no way up hides before it")
  func marks() {
    #expect(standardized("/a/b/../\u{301}x/./c") == "/a/\u{301}x/c")
    #expect(lastName("/a/../\u{301}x.swift") == "\u{301}x.swift")
  }
}
