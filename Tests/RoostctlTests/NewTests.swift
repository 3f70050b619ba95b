// roostctl new: the files of each kind, the names that it takes, and that it touches nothing that is there.
import Foundation
import Testing

struct NewTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func make(_ arguments: String...) throws -> Roostctl {
    try Roostctl.run(["new"] + arguments + ["-o", scratch.path])
  }

  private func keys(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(filePath: scratch.path + "/" + path))
    return try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  @Test("An app in Python or shell is a bundle with a program, and the commands that run it are printed")
  func scripts() throws {
    for (kind, interpreter) in [("python", "#!/usr/bin/env python3\n"), ("shell", "#!/bin/sh\n")] {
      let run = try make("Counter" + kind, "--" + kind)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let bundle = "Counter\(kind).app"
      #expect(
        run.output
          == "\(scratch.path)/\(bundle) is made. Next:\n  roostd --apps .\n  roostctl launch com.example.counter\(kind)\n"
      )
      #expect(try keys(bundle + "/Info.plist")["CFBundleIdentifier"] as? String == "com.example.counter" + kind)
      #expect(try scratch.read(bundle + "/Counter" + kind).hasPrefix(interpreter))
      #expect(FileManager.default.isExecutableFile(atPath: "\(scratch.path)/\(bundle)/Counter\(kind)"))
    }
  }

  @Test("An app in Swift is a package that depends on the clone of Roost that is named, or that roostctl is from")
  func swift() throws {
    let clone = scratch.path + "/My \"Roost\""
    try FileManager.default.createDirectory(atPath: clone, withIntermediateDirectories: true)
    _ = try scratch.write("", to: "My \"Roost\"/Package.swift")
    let run = try make("Notes", "--roost", clone, "--id", "org.example.My-Notes", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""id":"org.example.My-Notes""#) && run.output.contains("swift build"))
    let package = try scratch.read("Notes/Package.swift")
    #expect(package.contains(#".package(path: "\#(scratch.path)/My \"Roost\""#))
    #expect(package.contains(#"package: "my \"roost\"")"#))
    let manifest = try #require(try keys("Notes/Info.plist")["UIApplicationSceneManifest"] as? [String: Any])
    #expect("\(manifest)".contains("Notes.SceneDelegate"))
    let sources = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Notes/Sources/Notes")
    #expect(sources.sorted() == ["AppDelegate.swift", "SceneDelegate.swift", "ViewController.swift"])

    #expect(try make("Old", "--app-based").status == 0)
    #expect(try keys("Old/Info.plist")["UIApplicationSceneManifest"] == nil)
    #expect(try scratch.read("Old/Package.swift").contains(#"package: ""#))
    let none = try make("None", "--roost", scratch.path + "/Notes/Sources")
    #expect(none.status == 1 && none.errors.contains("give the folder of a clone of Roost"), "\(none.errors)")
    #expect(!scratch.names.contains("None"))
  }

  @Test("A name that is there already, or that none of the three can have, is refused, and nothing is touched")
  func refused() throws {
    _ = try make("Counter", "--shell")
    _ = try scratch.write("mine", to: "Counter.app/Counter")
    let again = try make("Counter", "--python")
    #expect(again.status == 1 && again.errors.contains("Counter.app is there already; choose another name"))
    #expect(try scratch.read("Counter.app/Counter") == "mine")
    for name in ["", "7up", "my-app", "a/b", "..", "é", "a b", String(repeating: "a", count: 65)] {
      let run = try make(name, "--shell")
      #expect(run.status == 2 && run.errors.contains("letters and digits"), "\(name): \(run.errors)")
    }
    for id in ["", "notes", "com..notes", "com.exa mple", "com.example/x", ".a"] {
      let run = try make("Notes", "--shell", "--id", id)
      #expect(run.status == 2 && run.errors.contains("com.example.notes"), "\(id): \(run.errors)")
    }
    #expect(try make("Notes", "--shell", "--python").status == 2)
    #expect(
      try Roostctl.run(["new", "Notes", "--shell", "-o", scratch.path + "/none"]).errors.contains("unable to make"))
    #expect(scratch.names == ["Counter.app"])
  }
}
