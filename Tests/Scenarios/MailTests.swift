// BX5 with an app that gets messages: fetched, or pushed in silence, while it sleeps or does not run at all.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct MailTests {
  private let test: TestDevice
  private let mail: AppUnderTest

  init() throws {
    test = try TestDevice(apps: [Programs.app("mail")])
    mail = test.device.app("com.example.mail")
  }

  private struct Message: Decodable {
    let from: String
    let subject: String
    let isRead: Bool
  }

  private func messages() throws -> [Message] {
    try JSONDecoder().decode([Message].self, from: test.file("Documents/inbox", of: mail) ?? Data("[]".utf8))
  }

  private func push(from: String, _ subject: String) throws {
    try mail.push(
      #"{"aps":{"content-available":1},"message":{"from":"\#(from)","subject":"\#(subject)"}}"#, silent: true)
  }

  /// As a mail server leaves it: whole, by a rename.
  private func deliver(_ name: String, _ text: String) throws {
    let maildir = test.container(of: mail) + "/Documents/Maildir"
    for folder in ["tmp", "new"] {
      try FileManager.default.createDirectory(atPath: "\(maildir)/\(folder)", withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(maildir)/tmp/\(name)"))
    try FileManager.default.moveItem(atPath: "\(maildir)/tmp/\(name)", toPath: "\(maildir)/new/\(name)")
  }

  @Test("BX5 a silent push launches Mail behind the screen: the message is there, and a notification with a badge")
  func push() throws {
    try push(from: "Kim", "Lunch?")
    #expect(try messages().map(\.subject) == ["Lunch?"])
    #expect(try mail.notifications().map { "\($0.title): \($0.body)" } == ["Kim: Lunch?"])
    try test.wait(for: .suspended, of: mail)
    #expect(!test.events.states(of: mail.id).contains(.active))
    try push(from: "Lee", "Minutes")
    #expect(try mail.notifications().map(\.title) == ["Kim", "Lee"])
    #expect(try messages().allSatisfy { !$0.isRead })

    try mail.launch()
    #expect(test.output(of: mail).contains("2 on the icon"))
    #expect(try messages().allSatisfy(\.isRead))
    try eventually("its notifications are gone") { try mail.notifications().isEmpty }
    try push(from: "Kim", "Dinner?")
    #expect(try messages().count == 3)
    #expect(try mail.notifications().isEmpty)
  }

  @Test("BX5 a fetch wakes Mail for what its server has left, once; its completion handler ends the wake")
  func fetch() throws {
    try mail.launch()
    try test.device.home()
    try deliver("1", "From: Kim <kim@example.com>\r\nSubject: Lunch?\r\n\r\nSubject: not this\r\n")
    try deliver("2", "subject: Minutes\nfrom: Lee\n\nHello")
    let start = test.events.now
    try mail.fetch()
    #expect(try messages().map(\.from) == ["Kim <kim@example.com>", "Lee"])
    #expect(try messages().map(\.subject) == ["Lunch?", "Minutes"])
    try test.wait(for: .suspended, of: mail, from: start)
    try mail.fetch()
    #expect(try messages().count == 2)
    #expect(try mail.notifications().count == 2)
  }

  @Test("BX5 a push without a message is no message, and Mail goes back to sleep")
  func nonsense() throws {
    try mail.push(#"{"aps":{"content-available":1},"message":[1,2,3]}"#)
    try mail.push(#"{"aps":{"content-available":1},"message":{"subject":5}}"#)
    #expect(try messages().isEmpty)
    try test.wait(for: .suspended, of: mail)
    #expect(try mail.exits().isEmpty)
  }
}
