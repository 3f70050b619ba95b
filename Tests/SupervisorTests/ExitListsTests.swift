// Lists of exits: the long ones keep nobody waiting.
import ControlAPI
import Stores
import Systemd
import TestFolders
import Testing

@testable import Supervisor
@testable import Varlink

@MainActor @Suite(.timeLimit(.minutes(40))) struct ExitListsTests {
  @MainActor private final class Made {
    var lists: [EncodedReply] = []
  }

  /// The newest first.
  private func rows(_ count: Int) -> [ExitRow] {
    (0..<count).reversed().map { number in
      ExitRow(
        app: "a", time: Int64(number), state: "active", namespace: "SIGNAL", reason: "signal", text: "\(number)",
        footprint: 0,
        cpu: 0)
    }
  }

  @Test(
    "A list of many exits is made on a thread while the loop goes on, a short one at once; each has the oldest first")
  func lists() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox(loop)
    let lists = ExitLists(deliver: mailbox.deliver)
    let made = Made()
    for count in [ExitLists.few, 1000] { lists.make(of: rows(count)) { made.lists.append($0) } }
    #expect(made.lists.count == 1)
    while made.lists.count < 2 { try loop.runOnce(timeout: .seconds(60)) }
    for (list, count) in zip(made.lists, [ExitLists.few, 1000]) {
      let records = rows(count).reversed().map { ControlAPI.ExitRecord($0) }
      let isSame = list.bytes == EncodedReply(AppsInterface.ListExits.Reply(exits: records)).bytes
      #expect(isSame)
    }
  }

  @Test("The thread that makes a list holds nobody who has been told it")
  func letsGo() {
    let held = HeldDelivery()
    let lists = ExitLists(deliver: held.deliver)
    let isLetGo = held.letsGo { told in lists.make(of: rows(1000)) { _ in told() } }
    #expect(isLetGo)
  }
}
