// Property lists that a stranger has made to keep their reader busy, and ordinary ones that are large.
import Foundation
import TestFolders
import Testing

@testable import Bundles
@testable import PropertyLists

@Suite struct PropertyListBoundsTests {
  private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * (count - 1 - $0)) & 255) }
  }

  /// A binary list of these objects, the first being its top.
  private func list(_ objects: [[UInt8]]) -> [UInt8] {
    var (list, places) = (Array("bplist00".utf8), [Int]())
    for object in objects {
      places.append(list.count)
      list += object
    }
    return list + trailer(places, table: list.count)
  }

  /// The places of the objects, each of four bytes, and the trailer, for references of two bytes.
  private func trailer(_ places: [Int], table: Int) -> [UInt8] {
    places.flatMap { bytes($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 2] + bytes(places.count, 8) + bytes(0, 8) + bytes(table, 8)
  }

  /// An object that counts more than fourteen.
  private func counted(_ kind: UInt8, _ count: Int) -> [UInt8] { [kind << 4 | 15, 0x12] + bytes(count, 4) }

  private func array(_ object: Int, times count: Int) -> [UInt8] {
    counted(0xA, count) + Array(repeatElement(bytes(object, 2), count: count).joined())
  }

  private func check(_ bytes: [UInt8], _ problem: PropertyListProblem?, _ comment: Comment? = nil) {
    #expect(PropertyListBounds.problem(in: bytes) == problem?.sentence, comment)
  }

  @Test(
    "text that begins like a binary list, and ends like one in a comment, is refused",
    arguments: ["bplistX=", "bplist1=", "bplist =", "bplist/="])
  func textLikeBinary(beginning: String) throws {
    let marks = String(repeating: "\u{301}", count: 500) + String(repeating: "\u{316}", count: 500)
    let keys = "\"e\(marks)\" = x;\nCFBundleIdentifier = a.b; CFBundleExecutable = run;"
    var list = Array("\(beginning)\n1;\n\(keys)\n//".utf8)
    // Its one object is the line break behind the beginning, and its trailer has no byte that would end the comment.
    while list.count & 255 > 127 || list.count & 255 == 10 || list.count & 255 == 13 || list.count >> 8 > 127 {
      list += "x".utf8
    }
    let table = list.count
    list += [8, 1, 1, 1, 1, 1, 1, 1, 1] + bytes(1, 8) + bytes(0, 8) + bytes(table, 8)
    check(list, .format)
    let folder = try TestFolder()
    try folder.write("A.app/run", "")
    try Data(list).write(to: URL(filePath: folder.path + "/A.app/Info.plist"))
    let error = #expect(throws: BundleError.self) { try AppBundle(path: folder.path + "/A.app") }
    #expect(error?.description.contains("neither XML nor binary") == true)
  }

  @Test(
    "text in the older format is refused, however it begins, and its error says how to make XML of it",
    arguments: [
      "{ CFBundleIdentifier = a.b; CFBundleExecutable = run; }", "CFBundleIdentifier = a.b; CFBundleExecutable = run;",
      "// <plist>\n{ CFBundleIdentifier = a.b; }", "\u{feff}{ CFBundleIdentifier = a.b; }", "\"<plist>\" = a;",
      // Foundation looks for the line of the mistake at each of its levels.
      String(repeating: "(", count: 500) + "/*é*/" + String(repeating: "\r", count: 261_480) + "}",
    ])
  func olderFormat(text: String) throws {
    check(Array(text.utf8), .format)
    let folder = try TestFolder()
    try folder.write("A.app/run", "")
    try folder.write("A.app/Info.plist", text)
    let error = #expect(throws: BundleError.self) { try AppBundle(path: folder.path + "/A.app") }
    #expect(error?.description.contains("(`plutil -convert xml1` makes XML of it)") == true)
  }

  @Test("XML is told by its first character, behind a mark of byte order and white space")
  func beginning() {
    for beginning in ["", "\u{feff}", " \t\r\n", "\u{feff}\n ", "<?xml version=\"1.0\"?>", "<!-- { a = b; } -->"] {
      check(Array("\(beginning)<plist version=\"1.0\"><dict></dict></plist>".utf8), nil, "\(beginning)")
    }
    for beginning in ["\u{c}", "\u{feff}\u{feff}", "\u{2028}", "x", "/"] {
      check(Array("\(beginning)<plist version=\"1.0\"><dict></dict></plist>".utf8), .format, "\(beginning)")
    }
  }

  @Test("a binary list of some kilobytes that refers to one small value thousands of times is refused")
  func manyReferences() {
    let (text, dictionary): ([UInt8], [UInt8]) = ([0x50], [0xD0])
    check(list([array(1, times: 4095), text]), nil)
    check(list([array(1, times: 4096), text]), .values)
    check(list([array(1, times: 62_000), text]), .values)
    check(list([array(1, times: 999), dictionary]), nil)
    check(list([array(1, times: 1000), dictionary]), .containers)
    // Ten times four hundred references, which are few in the file.
    check(list([array(1, times: 10), array(2, times: 400), text]), nil)
    check(list([array(1, times: 11), array(2, times: 400), text]), .values)
  }

  @Test("texts count as often as they are referred to")
  func sharedTexts() {
    let (ascii, wide) = (
      counted(0x5, 60 << 10) + [UInt8](repeating: 97, count: 60 << 10),
      counted(0x6, 2 << 10) + [UInt8](repeating: 98, count: 4 << 10)
    )
    check(list([array(1, times: 4), ascii]), nil)
    check(list([array(1, times: 5), ascii]), .bytes)
    check(list([array(1, times: 4), wide]), nil)
    check(list([array(1, times: 5), wide]), .bytesBeyondASCII)
  }

  @Test("objects that lie over each other are not all looked through, each for as many references")
  func overEachOther() {
    let object = array(0, times: 100)
    let list = Array("bplist00".utf8) + object
    // Each of the hundred is the same array, of all of them.
    check(list + trailer([Int](repeating: 8, count: 100), table: list.count), .values)
    check(list + trailer([Int](repeating: 8, count: 5000), table: list.count), .values)
    check(list + trailer([Int](repeating: 8, count: 40), table: list.count), .depth)
  }

  /// Arrays of one value each, as objects from the place `first` on, of which the last refers to `end`.
  private func chain(_ first: Int, _ count: Int, to end: Int) -> [[UInt8]] {
    (1...count).map { [0xA1] + bytes($0 == count ? end : first + $0, 2) }
  }

  @Test("a value of a binary list is as deep as where it is referred to last, though it is measured once")
  func sharedTail() {
    let text: [UInt8] = [0x50]
    check(list(chain(0, 63, to: 63) + [text]), nil)
    check(list(chain(0, 64, to: 64) + [text]), .depth)
    for (count, problem) in [(31, nil), (32, .depth)] as [(Int, PropertyListProblem?)] {
      // The top has both chains, and the second leads to the first.
      let top: [UInt8] = [0xA2] + bytes(1, 2) + bytes(count + 1, 2)
      let chains = chain(1, count, to: 2 * count + 1) + chain(count + 1, count, to: 1)
      check(list([top] + chains + [text]), problem)
    }
  }

  @Test("a list in XML has as many values as a binary one")
  func text() {
    let xml = { (values: String) in
      Array("<plist version=\"1.0\"><dict><key>a</key><array>\(values)</array></dict></plist>".utf8)
    }
    let many = { (value: String, count: Int) in String(repeating: value, count: count) }
    check(xml(many("<string/>", 4000)), nil)
    check(xml(many("<string/>", 29_000)), .values)
    check(xml(many("<dict/>", 900)), nil)
    check(xml(many("<dict/>", 1001)), .containers)
    // Signs of the older format.
    check(xml("<string>\(many("{(,;=", 20_000))</string>"), nil)
    check(xml("<string>\(many("é", 8000))</string>"), nil)
    check(xml("<string>\(many("\u{f73}", 8000))</string>"), .bytesBeyondASCII)
  }

  @Test("an app of six hundred advertisers and sixty types of documents has an ordinary list")
  func large() throws {
    let advertisers = (0..<600).map { ["SKAdNetworkIdentifier": "abcdefgh\($0).skadnetwork"] }
    let documents = (0..<60).map { number -> [String: Any] in
      [
        "CFBundleTypeName": "Kind \(number)", "CFBundleTypeRole": "Viewer", "CFBundleTypeIconFile": "kind\(number)",
        "CFBundleTypeExtensions": ["a\(number)", "b\(number)", "c\(number)"],
      ]
    }
    let keys: [String: Any] = TestFolder.plist(
      "a.b", ["SKAdNetworkItems": advertisers, "CFBundleDocumentTypes": documents])
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: keys, format: format, options: 0)
      check(Array(data), nil, "\(format)")
    }
  }

  @Test("an app that tells in Chinese of each thing that it asks for has an ordinary list")
  func localized() throws {
    let services = [
      "BluetoothAlways", "Calendars", "CalendarsFullAccess", "Camera", "Contacts", "FaceID", "HealthShare",
      "HealthUpdate", "HomeKit", "LocalNetwork", "LocationAlwaysAndWhenInUse", "LocationWhenInUse", "Microphone",
      "Motion", "PhotoLibrary", "PhotoLibraryAdd", "Reminders", "Siri", "SpeechRecognition", "UserTracking",
    ]
    let purpose = "此应用需要使用您的数据，以便您可以记录笔记、拍摄照片、扫描文档并与他人分享；您可以随时在设置中更改此权限。"
    var keys = TestFolder.plist("a.b", ["CFBundleDisplayName": "笔记本"])
    for service in services { keys["NS\(service)UsageDescription"] = purpose }
    keys["UIApplicationShortcutItems"] = (0..<4).map { number in
      ["UIApplicationShortcutItemType": "\(number)", "UIApplicationShortcutItemTitle": "新建一条笔记"]
    }
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: keys, format: format, options: 0)
      check(Array(data), nil, "\(format)")
    }
  }
}
