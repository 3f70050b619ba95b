// Input events and elements on the wire (FG4).

import AgentProtocol
import Testing
import WireJSON

@Suite struct UserInputTests {
  private static let inputs: [UserInput] = [
    .touches([.init(.began, x: 1, y: 2.5), .init(finger: 3, .moved, x: -1, y: 0, taps: 2)], time: nil),
    .touches([.init(.ended, x: 1, y: 2)], time: 0.25),
    .presses([.init(.began, key: "return"), .init(.ended, key: "é")]),
    .text("a\nb"), .motion(phase: nil), .motion(phase: .cancelled), .elements(), .elements(scene: "s"),
    .picture(seen: nil), .picture(seen: "4711-1"), .picture(seen: nil, scene: "s"),
    .touches([.init(.began, x: 1, y: 2)], time: nil, scene: "s"),
  ]

  @Test("FG4 each kind of input is read as it was written", arguments: inputs)
  func kept(input: UserInput) throws {
    #expect(try UserInput(JSON(parsing: input.json.text)) == input)
  }

  @Test("FG4 input of other kinds is nobody's business but the app's")
  func others() throws {
    for json in [["type": "tap"], ["key": "a"], [:], ["type": 1]] as [JSON] { #expect(try UserInput(json) == nil) }
  }

  private static let broken: [String] = [
    #"{"type":"touches"}"#, #"{"type":"touches","touches":[]}"#,
    #"{"type":"touches","touches":[{"phase":"began","x":1}]}"#,
    #"{"type":"touches","touches":[{"phase":"sideways","x":1,"y":1}]}"#,
    #"{"type":"touches","touches":[{"phase":"began","x":1e300,"y":1}]}"#,
    #"{"type":"touches","touches":[{"phase":"began","x":1,"y":1,"taps":0}]}"#,
    #"{"type":"touches","touches":[{"phase":"began","x":1,"y":1},{"phase":"began","x":2,"y":2}]}"#,
    #"{"type":"touches","time":-1,"touches":[{"phase":"began","x":1,"y":1}]}"#,
    #"{"type":"presses","presses":[{"phase":"began","key":"nokey"}]}"#, #"{"type":"text","text":1}"#,
    #"{"type":"motion","phase":"shaken"}"#, #"{"type":"picture","seen":1}"#,
    #"{"type":"elements","scene":1}"#,
    "{\"type\":\"picture\",\"seen\":\"\(String(repeating: "x", count: ScreenPicture.longestName + 1))\"}",
  ]

  @Test("FG4 input of a known kind has to be whole", arguments: broken)
  func refused(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: UserInputError.self) { try UserInput(json) }
  }

  @Test("No more fingers than two hands have")
  func fingers() throws {
    let many = (0...UserInput.mostFingers).map { UserInput.Touch(finger: $0, .began, x: 0, y: 0) }
    #expect(throws: UserInputError.self) { try UserInput(UserInput.touches(many, time: nil).json) }
  }

  @Test("An element is read as it was written, its texts cut; anything else is left out")
  func elements() throws {
    let element = ScreenElement(
      kind: "button", label: String(repeating: "l", count: 999), traits: ["button"], x: 1, y: 2, width: 3, height: 4)
    let list = ScreenElement.list([element.json, ["kind": "button"], 3])
    #expect(list.count == 1 && list[0].label?.count == ScreenElement.longestText && list[0].width == 3)
    #expect(ScreenElement.list(.array(Array(repeating: element.json, count: 600))).count == ScreenElement.most)
    #expect(ScreenElement.list("no") == [])
  }
}
