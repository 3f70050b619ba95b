// RoostTesting in a test case of XCTest, as the tutorial has it.
import ControlAPI
import RoostTesting
import XCTest

final class TestCaseTests: XCTestCase {
  private let (form, roostd) = (Programs.app("form"), Programs.roostd)

  func testFormIsSuspendedBehindTheHomeScreen() throws {
    let device = try Device(apps: [form], roostd: roostd)
    let app = device.app("com.example.form")
    try app.launch()
    try device.press(.home)
    XCTAssertEqual(try app.state, .suspended)
    XCTAssertEqual(app.callbacks.suffix(2), ["willResignActive", "didEnterBackground"])
  }
}
