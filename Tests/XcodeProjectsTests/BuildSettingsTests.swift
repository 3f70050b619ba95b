// Build settings: levels, inheritance, conditions, references and their modifiers, and that no value is without end.
import Foundation
import StreamSafeText
import Testing

@testable import XcodeProjects

struct BuildSettingsTests {
  private func settings(_ levels: [String: String]...) -> BuildSettings {
    var settings = BuildSettings()
    for level in levels { settings.add(level, configuration: "Debug") }
    return settings
  }

  @Test("A higher level wins, and inherits the lower one's value by $(inherited) or by its own name")
  func levels() throws {
    let settings = settings(
      ["A": "1", "FLAGS": "base", "B": "$(A)"], ["FLAGS": "$(inherited) project", "A": "2"],
      ["FLAGS": "${FLAGS} target", "NEW": "$(inherited)x"])
    #expect(try settings.value("A") == "2")
    #expect(try settings.value("B") == "2")
    #expect(try settings.value("FLAGS") == "base project target")
    #expect(try settings.value("NEW") == "x")
    #expect(try settings.value("NONE") == nil)
    #expect(try settings.expand("$(NONE)-$(NONE:default=d)-$5-$(") == "-d-$5-$(")
  }

  @Test("Names in names, and every modifier")
  func references() throws {
    let settings = settings([
      "CONFIGURATION": "Debug", "ID_Debug": "com.example.My App", "PATH": "a/b/My App.plist", "KIND": "ID",
    ])
    #expect(try settings.expand("$($(KIND)_$(CONFIGURATION))") == "com.example.My App")
    #expect(try settings.expand("$(ID_$(CONFIGURATION):rfc1034identifier)") == "com.example.My-App")
    #expect(try settings.expand("${ID_Debug:c99extidentifier}") == "com_example_My_App")
    #expect(try settings.expand("$(ID_Debug:rfc1034identifier:lower)") == "com.example.my-app")
    #expect(
      try settings.expand("$(PATH:file)|$(PATH:base)|$(PATH:suffix)|$(PATH:dir)") == "My App.plist|My App|.plist|a/b/")
    #expect(SettingModifier.apply("c99extidentifier", to: "7 up") == "__up")
    #expect(SettingModifier.apply("nonsense", to: "a") == nil)
    var unknown: [String] = []
    #expect(try settings.expand("$(WHO) $(CONFIGURATION)") { unknown.append($0) } == " Debug")
    #expect(unknown == ["WHO"])
  }

  @Test("Conditions: those of an iPhone and of the configuration hold, above the plain value")
  func conditions() throws {
    let settings = settings([
      "SDK": "plain", "SDK[sdk=iphoneos*]": "phone", "SDK[sdk=macosx*]": "mac", "ARCH[arch=arm64]": "arm",
      "MODE[config=Debug][sdk=*]": "debug", "MODE[config=Release]": "release", "ODD[weather=sun]": "x",
      "ADD": "a", "ADD[sdk=iphone*]": "$(inherited) b",
    ])
    #expect(try settings.value("SDK") == "phone")
    #expect(try settings.value("ARCH") == "arm")
    #expect(try settings.value("MODE") == "debug")
    #expect(try settings.value("ODD") == nil)
    #expect(try settings.value("ADD") == "a b")
  }

  @Test("A circle, and a value that doubles at each step, end with an error that names the setting")
  func endless() throws {
    let circle = settings(["A": "$(B)", "B": "$(A)"])
    #expect(throws: ProjectError.endlessSetting("A")) { try circle.value("A") }
    var levels: [String: String] = ["A0": "ab"]
    for index in 1...60 { levels["A\(index)"] = "$(A\(index - 1))$(A\(index - 1))" }
    let doubling = settings(levels)
    #expect(throws: ProjectError.endlessSetting("A60")) { try doubling.value("A60") }
    levels["A0"] = ""
    #expect(throws: ProjectError.endlessSetting("A60")) { try settings(levels).value("A60") }
    #expect(throws: ProjectError.self) {
      try doubling.expand(String(repeating: "$(", count: 30_000) + String(repeating: ")", count: 30_000))
    }
    // Without an end it is no reference.
    #expect(try doubling.expand(String(repeating: "$(", count: 30_000)).utf8.count == 60_000)
  }

  @Test("An .xcconfig file whose lines double a value is read soon, and the value is refused")
  func doublingFile() throws {
    let lines = "A = ab\n" + String(repeating: "A = $(inherited)$(inherited)\n", count: 5_000)
    let folder = try ProjectFolder(["A.xcconfig": lines, "B.xcconfig": String(repeating: "//\n", count: 400_000)])
    let file = ConfigurationFile(folder.path + "/A.xcconfig", in: try folder.root, project: folder.path)
    #expect(throws: ProjectError.endlessSetting("A")) { try settings(file.values).value("A") }
    try (Data("C = one;".utf8) + Data(repeating: UInt8(ascii: ";"), count: 1_000_000)).write(
      to: URL(fileURLWithPath: folder.path + "/C.xcconfig"))
    let ends = ConfigurationFile(folder.path + "/C.xcconfig", in: try folder.root, project: folder.path)
    #expect(ends.values["C"] == "one")
    let large = ConfigurationFile(folder.path + "/B.xcconfig", in: try folder.root, project: folder.path)
    #expect(large.missing.first?.why == "it is larger than 1048576 bytes")
  }

  @Test("Names and values of marks have a joiner after each thirty, also where one value follows another")
  func marks() throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 1_000)
    let folder = try ProjectFolder(["A.xcconfig": "a\(marks) = b\(marks)\n"])
    let file = ConfigurationFile(folder.path + "/A.xcconfig", in: try folder.root, project: folder.path)
    #expect(file.values.count == 1)
    for (name, value) in file.values {
      #expect(String.isStreamSafe(name.unicodeScalars) && String.isStreamSafe(value.unicodeScalars))
    }
    let few = String(repeating: "\u{301}", count: 20)
    let value = try settings(["A": "a" + few, "B": few, "C": "$(A)$(B)$(B)"]).value("C")
    #expect(value.map { String.isStreamSafe($0.unicodeScalars) } == true)
  }

  @Test("An .xcconfig file: comments, conditions, includes that are there, missing, optional or a circle")
  func configurationFile() throws {
    let folder = try ProjectFolder([
      "Config/Base.xcconfig": "BASE = base // of all\nFLAGS = one\n#include \"Debug.xcconfig\"\n",
      "Config/Debug.xcconfig": """
      // Debug
      #include "Base.xcconfig"
      #include? "Mine.xcconfig"
      #include "Pods/None.xcconfig"
      #include "Shared.xcconfig"
      FLAGS = $(inherited) two ;
      SDK[sdk=iphoneos*] = a=b
      not a setting
      """,
      "Shared.xcconfig": "SHARED = yes",
    ])
    let file = ConfigurationFile(folder.path + "/Config/Debug.xcconfig", in: try folder.root, project: folder.path)
    #expect(file.values["BASE"] == "base" && file.values["SHARED"] == "yes")
    #expect(file.values["SDK[sdk=iphoneos*]"] == "a=b")
    #expect(file.values["FLAGS"] == "one two")
    #expect(file.missing.contains { $0.path.hasSuffix("Pods/None.xcconfig") })
    #expect(file.missing.contains { $0.why == "it includes itself" && $0.path.hasSuffix("Config/Debug.xcconfig") })
    #expect(!file.missing.contains { $0.path.hasSuffix("Mine.xcconfig") })
  }
}
