// The arguments that a launch may give an app: a text that the kernel does not take is the client's fault, and no death
// of the app.
import Testing
import Varlink

@testable import ControlAPI

struct LaunchArgumentTests {
  @Test("An argument has no NUL, and so many bytes at most")
  func fits() {
    let most = String(repeating: "x", count: LaunchArgument.mostBytes)
    for text in ["", "-c", "Ä b", most] { #expect(LaunchArgument.fits(text)) }
    for text in ["\0", "a\0b", most + "x"] { #expect(!LaunchArgument.fits(text)) }
  }

  @Test("A launch with one that cannot be is refused by the name of its parameter")
  func refused() throws {
    var launch = AppsInterface.Launch(id: "com.example.notes", arguments: ["-c", "a\0b"])
    #expect(throws: ServiceError.invalidParameter("arguments")) { try launch.check() }
    launch.arguments = ["-c", "a"]
    try launch.check()
  }
}
