// The requests that read their parameters by themselves take and refuse what Swift's Decoder takes and refuses.
import Testing
import WireJSON

@testable import ControlAPI
@testable import Varlink

struct RequestReadingTests {
  /// Of every form that a parameter has, and of others.
  private static let values: [JSON] = [
    nil, true, 0, -1, 1.5, 1e3, 1e300, "", "text", "e\u{301}", [], ["a", ""], ["a", nil], [1], [:],
    ["a": "b"],
  ]

  private static let requests: [any ControlRequest.Type] = [
    AppsInterface.List.self, AppsInterface.Status.self, AppsInterface.Launch.self, AppsInterface.SendInput.self,
    AppsInterface.ListExits.self, DeviceInterface.AdvanceTime.self, DeviceInterface.SetPasscode.self,
    DeviceInterface.Home.self, MemoryInterface.SetBudget.self, EventsInterface.Location.self, EventsInterface.Push.self,
  ]

  @Test("Every value in every place is read as a decoder reads it", arguments: 0..<requests.count)
  func readsAsDecoder(number: Int) throws {
    let type = Self.requests[number]
    let names = try members(of: type)
    for name in names + ["other"] {
      for value in Self.values {
        for others in [JSON.string("a"), 1, true] {
          var members = JSONObject()
          for other in names { members[other] = others }
          members[name] = value
          try compare(type, .object(members))
          members = JSONObject()
          members["id"] = "a"
          members[name] = value
          try compare(type, .object(members))
        }
      }
    }
    for value in Self.values { try compare(type, value) }
  }

  private func compare<Request: ControlRequest>(_ type: Request.Type, _ parameters: JSON) throws {
    let call = try WireText(Array(JSON.object(JSONObject(["method": "a.B", "parameters": parameters])).text.utf8))
    let text = try Wire.parameters(of: call)
    let read = Result { () throws(ServiceError) in try Request(reading: CallParameters(text)) }
    let decoded = Result { () throws(ServiceError) in try CallParameters(text).decode(as: Request.self) }
    #expect(read == decoded, "\(parameters.text)")
  }

  /// Of the interface's text, which the types are made of.
  private func members(of type: any ControlRequest.Type) throws -> [String] {
    let parts = type.method.split(separator: ".")
    let interface = try #require(ControlService.interfaces.first { $0.name == parts.dropLast().joined(separator: ".") })
    let text = try #require(interface.text.split(separator: "method \(parts.last ?? "")(").dropFirst().first)
    return text.prefix { $0 != ")" }.split(separator: ",").compactMap { field in
      field.split(separator: ":").first.map { $0.filter { !$0.isWhitespace } }
    }
  }
}
