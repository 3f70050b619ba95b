import Testing

@testable import LifecycleModel
// LA7: each app has a user id of its own, for ever.
@testable import SimulatedDevice

@Suite struct AppIdentityTests {
  @Test("LA7 an app keeps its user id, and no other app ever gets it, in whatever order apps come and daemons restart")
  func random() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var identities = AppIdentities()
      var known: [AppID: UInt32] = [:]
      var range: ClosedRange<UInt32> = 70_000...70_009
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          // The next daemon reads what this one has written.
          guard let read = AppIdentities(identities.ids) else {
            Issue.record("seed \(seed): two apps with one id: \(identities.ids)")
            return
          }
          #expect(read == identities)
          identities = read
        case 1:
          // The administrator sets another range.
          let first = UInt32.random(in: 70_000...70_020, using: &random)
          range = first...(first + UInt32.random(in: 0...12, using: &random))
        default:
          let app = AppID("com.example.app\(Int.random(in: 0..<24, using: &random))")
          let foreign = UInt32.random(in: 70_000...70_030, using: &random)
          let id = identities.id(of: app, from: range) { $0 == foreign }
          if let before = known[app] {
            #expect(id == before, "seed \(seed): \(app) had \(before)")
          } else if let id {
            #expect(range.contains(id) && id != foreign, "seed \(seed)")
            #expect(!known.values.contains(id), "seed \(seed): \(id) was another app's")
            known[app] = id
          } else {
            #expect(
              range.allSatisfy { $0 == foreign || known.values.contains($0) }, "seed \(seed): \(range) is not full")
          }
        }
      }
      #expect(identities.ids == known)
    }
  }

  @Test("LA7 ids of which two apps have the same are not taken")
  func twice() {
    #expect(AppIdentities([AppID("a"): 70_000, AppID("b"): 70_000]) == nil)
    #expect(AppIdentities([AppID("a"): 70_000, AppID("b"): 70_001])?.ids.count == 2)
  }

  @Test(
    "LA7 a user's name says whose it is, and useradd(8) would take it",
    arguments: [
      ("com.example.notes", "roost-notes-70000"), ("com.example.Old-Game_2", "roost-oldgame2-70000"),
      ("com.example.averyveryverylongname", "roost-averyveryveryl-70000"), ("org.-_", "roost-app-70000"),
    ])
  func name(_ app: String, _ name: String) {
    #expect(AppIdentities.name(of: AppID(app), 70_000) == name)
    #expect(AppIdentities.name(of: AppID(app), .max).utf8.count <= 31)
  }
}
