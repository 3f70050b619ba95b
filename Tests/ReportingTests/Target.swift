// A program to look at: compiled by the test, so that the names in it are known.
import Foundation
import TestFolders
import Testing

/// `target MODE`: says a line on fd 4, then `wait`s for lines on fd 3 and answers each, `spin`s, or recurses `deep`.
enum ReportsTarget {
  private static let source = """
    extern "C" { long read(int, void *, unsigned long); long write(int, const void *, unsigned long); int pause(void); }
    namespace aviary {
    struct Nest {
      __attribute__((noinline)) void waitForBird(int perches) {
        char byte;
        while (read(3, &byte, 1) == 1) write(4, "tweet\\n", 6);
      }
      __attribute__((noinline)) void flutter() { for (volatile int wing = 0;; wing = wing + 1) {} }
    };
    __attribute__((noinline)) int dive(int depth) {
      if (depth == 0) { write(4, "deep\\n", 5); pause(); }
      return depth == 0 ? 0 : dive(depth - 1) + 1;
    }
    }
    extern "C" __attribute__((noinline)) void plain_c_function(char mode) {
      aviary::Nest nest;
      if (mode != 'd') write(4, "ready\\n", 6);
      if (mode == 'w') nest.waitForBird(2);
      if (mode == 's') nest.flutter();
      if (mode == 'd') aviary::dive(5000);
      write(4, "", 0);
    }
    int main(int count, char **arguments) { plain_c_function(arguments[1][0]); return 0; }
    """

  /// Compiles it into the folder; returns its path.
  static func compile(in folder: TestFolder) throws -> String {
    let file = try folder.write("target.cc", source)
    try run(["clang", "-O1", "-g", "-fno-optimize-sibling-calls", "-o", folder.path + "/target", file])
    return folder.path + "/target"
  }

  /// Runs a program of PATH, which must succeed: clang comes with Swift.
  static func run(_ arguments: [String]) throws {
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/env")
    program.arguments = arguments
    try program.run()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0, "\(arguments)")
  }

  /// Runs `body` with the program in a mode, past its first line; it is gone afterwards, and its file as well.
  @MainActor static func with(_ mode: String, _ body: (ProcessesTestApp) throws -> Void) throws {
    let folder = try TestFolder()
    try withApp(ProcessesTestApp([try compile(in: folder), mode])) { app in
      try app.lines(1)
      try body(app)
    }
  }
}
