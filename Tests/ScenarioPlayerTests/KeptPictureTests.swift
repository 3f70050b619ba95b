// Pictures are compared shape by shape: what may differ, and what may not.
import Foundation
import Testing

@testable import ScenarioPlayer

struct KeptPictureTests {
  private static let kept = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 844"><rect x="1" y="2.5" fill="#ff0000"/>
    <g transform="translate(3 4)"><text x="5">Save</text></g></svg>
    """

  private func differences(_ now: String, tolerance: Double = 0.5) -> [String] {
    KeptPicture.Mark(svg: Self.kept, shapes: SVGShape.all(in: Self.kept), tolerance: tolerance).differences(from: now)
  }

  @Test("A number may be off by the tolerance, wherever it stands; a text and a colour may not be off at all")
  func tolerance() {
    #expect(differences(Self.kept).isEmpty)
    #expect(differences(Self.kept.replacing("2.5", with: "2.9").replacing("(3 4)", with: "(3.4 4)")).isEmpty)
    #expect(differences(Self.kept.replacing("2.5", with: "3.5")).count == 2)
    #expect(differences(Self.kept.replacing("2.5", with: "3.5"), tolerance: 1).isEmpty)
    #expect(differences(Self.kept.replacing("Save", with: "Safe")) == ["gone: “Save”", "new: “Safe”"])
    #expect(differences(Self.kept.replacing("#ff0000", with: "#ff0001")).count == 2)
  }

  @Test("A shape more is one difference, and not all that follow it")
  func oneMore() {
    let more = Self.kept.replacing("<g ", with: "<circle r='3'/><g ")
    #expect(differences(more) == ["new: <circle r=3>"])
  }

  @Test("A picture of more shapes than a screen has is not compared one by one, in a time that grows by the square")
  func tooMany() {
    let (kept, now) = (String(repeating: "<a/>", count: 8000), String(repeating: "<b/>", count: 8000))
    let mark = KeptPicture.Mark(svg: kept, shapes: SVGShape.all(in: "<svg>" + kept), tolerance: 0)
    #expect(mark.differences(from: "<svg>" + kept).isEmpty)
    #expect(mark.differences(from: "<svg>" + now) == ["8000 shapes where 8000 were, too many to compare them"])
  }

  @Test("The comparison is a picture that has both, and a picture that is not kept yet says how to keep it")
  func comparison() throws {
    let mark = KeptPicture.Mark(svg: Self.kept, shapes: SVGShape.all(in: Self.kept), tolerance: 0)
    let picture = mark.comparison(with: "<svg/>")
    #expect(picture.contains("mix-blend-mode:difference") && picture.contains("viewBox=\"0 0 1210.0 874.0\""))
    #expect(picture.contains(Data(Self.kept.utf8).base64EncodedString()))
    let error = #expect(throws: PictureError.self) { try KeptPicture("/nowhere/a.svg", tolerance: 0).mark() }
    #expect("\(try #require(error))".contains("--update-pictures"))
  }
}
