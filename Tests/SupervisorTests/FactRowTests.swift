// Facts of the device between the model's words and the store's rows (NQ6).
import LifecycleModel
import Recall
import Testing

@testable import Stores

@Suite struct FactRowTests {
  @Test("NQ6 a row is the fact it was made of; one of a later version is none")
  func rows() {
    #expect(
      FactChange(FactRow(kind: "settings", app: "a", name: "size", value: "3"))
        == .setting(app: AppID("a"), key: "size", value: "3"))
    #expect(FactChange(FactRow(kind: "time", app: "", name: "", value: "Asia/Seoul")) == .time(.zone("Asia/Seoul")))
    #expect(FactChange(FactRow(kind: "volume", app: "", name: "", value: "0.25")) == .volume(0.25))
    #expect(FactChange(FactRow(kind: "volume", app: "", name: "", value: "2")) == nil)
    let denied = FactRow(kind: "privacy", app: "a", name: "camera", value: "denied")
    #expect(FactChange(denied) == .permission(app: AppID("a"), .camera, .denied))
    for (service, permission) in [("fridge", "denied"), ("camera", "perhaps")] {
      #expect(FactChange(FactRow(kind: "privacy", app: "a", name: service, value: permission)) == nil)
    }
    #expect(FactChange(FactRow(kind: "appearance", app: "", name: "", value: "dark")) == .appearance(.dark))
    #expect(FactChange(FactRow(kind: "appearance", app: "", name: "", value: "grey")) == nil)
    #expect(FactChange(FactRow(kind: "content-size", app: "", name: "", value: "small")) == .contentSize(.small))
    #expect(FactChange(FactRow(kind: "content-size", app: "", name: "", value: "tiny")) == nil)
    #expect(FactChange(FactRow(kind: "weather", app: "", name: "", value: "rain")) == nil)
  }
}
