// The places that every app may use stay open between launches, until a mount may have put others there.
import FailingCalls
import Foundation
import Glibc
import Linux
import TestFolders
import Testing

@testable import Processes

@Suite(.serialized) struct SystemPlacesTests {
  private func place(_ places: SystemPlaces, _ path: String) throws -> OpenPlace {
    let rule = Sandbox.Rule(path: path, access: .read)
    return try #require(places.open([rule]).first).1.get()
  }

  @Test("A place is opened once, and one that is missing is looked for each time")
  func kept() throws {
    let folder = try TestFolder()
    let places = SystemPlaces()
    let first = try place(places, folder.path)
    #expect(try place(places, folder.path) === first)
    let later = folder.path + "/later"
    #expect(throws: OpenPlace.Problem.self) { try place(places, later) }
    try Folder.make(later)
    #expect(try place(places, later).isFolder)
  }

  @Test("Where a mount is laid over it, it is opened anew", .enabled(if: geteuid() == 0, "mount(2) asks for root"))
  func mounted() throws {
    let folder = try TestFolder()
    let places = SystemPlaces()
    let before = try FileStatus(of: place(places, folder.path).descriptor)
    try #require(mount("none", folder.path, "tmpfs", 0, nil) == 0)
    defer { umount2(folder.path, CInt(MNT_DETACH)) }
    #expect(try FileStatus(of: place(places, folder.path).descriptor).device != before.device)
  }
}
