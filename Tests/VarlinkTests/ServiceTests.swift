// The words of a service about itself, and the standard errors by name.
import Foundation
import Testing
import WireJSON

@testable import Varlink

struct ServiceTests {
  private let service = Service(
    vendor: "V", product: "P", version: "1", url: "https://example.com/",
    interfaces: [InterfaceDescription(name: "a.B", text: "interface a.B\nmethod C(n: int) -> ()\n")])

  @Test("No parameters are an empty object, to any encoder and in a reply")
  func noParameters() throws {
    #expect(try JSONEncoder().encode(NoParameters()) == Data("{}".utf8))
    #expect(try OutgoingReply(parameters: NoParameters()).frame() == Array("{\"parameters\":{}}\0".utf8))
  }

  /// The answer as the client reads it; nil when the call goes to the interface's owner.
  private func answer(_ message: String) throws -> JSON? {
    var connection = ServerConnection()
    try connection.receive(Array(message.utf8) + [0])
    let call = try connection.take()
    let bytes: [UInt8]
    switch service.route(call) {
    case .reply(let parameters): bytes = connection.reply(to: call.id, parameters)
    case .fail(let error): bytes = connection.fail(call.id, error)
    case .dispatch: return nil
    }
    return try JSON(parsing: String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  @Test("GetInfo names every interface")
  func info() throws {
    let info = try answer(#"{"method":"org.varlink.service.GetInfo"}"#)
    #expect(
      info?["parameters"] == [
        "vendor": "V", "product": "P", "version": "1", "url": "https://example.com/",
        "interfaces": ["org.varlink.service", "a.B"],
      ])
  }

  @Test("GetInterfaceDescription gives the text, of itself as well", arguments: ["a.B", "org.varlink.service"])
  func description(_ name: String) throws {
    let reply = try answer(
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#)
    guard case .string(let text)? = reply?["parameters"]?["description"] else {
      Issue.record("no description: \(String(describing: reply))")
      return
    }
    #expect(text.contains("interface \(name)\n"))
  }

  @Test(
    "Calls that reach nobody get the standard error with its parameter",
    arguments: [
      (#"{"method":"x.Y.Z"}"#, "InterfaceNotFound", ["interface": "x.Y"]),
      (#"{"method":"nodot"}"#, "InterfaceNotFound", ["interface": "nodot"]),
      (#"{"method":"a.B.X"}"#, "MethodNotFound", ["method": "a.B.X"]),
      (#"{"method":"org.varlink.service.X"}"#, "MethodNotFound", ["method": "org.varlink.service.X"]),
      (#"{"method":"a.B.C","upgrade":true}"#, "MethodNotImplemented", ["method": "a.B.C"]),
      (
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"x.Y"}}"#,
        "InterfaceNotFound", ["interface": "x.Y"]
      ),
      (#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "InvalidParameter", ["parameter": "interface"]),
    ] as [(String, String, JSON)])
  func standardErrors(_ message: String, _ name: String, _ parameters: JSON) throws {
    let reply = try answer(message)
    #expect(reply == ["error": .string("org.varlink.service.\(name)"), "parameters": parameters])
  }

  @Test("Of a long name of a method or an interface the reply has the beginning")
  func longName() throws {
    let name = String(repeating: "e\u{301}", count: 100_000)
    let calls = [
      "{\"method\":\"\(name)\"}", "{\"method\":\"a.B.\(name)\"}",
      "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"\(name)\"}}",
    ]
    for call in calls {
      let reply = try answer(call)
      #expect(reply?["error"] == "org.varlink.service.InterfaceNotFound")
      guard case .string(let interface)? = reply?["parameters"]?["interface"] else {
        Issue.record("no interface")
        continue
      }
      // The last scalar may be cut, and a character of three bytes be there in its place.
      #expect((1...Service.longestName + 2).contains(interface.utf8.count))
    }
  }

  @Test("A declared method goes to the interface's owner")
  func dispatch() throws {
    #expect(try answer(#"{"method":"a.B.C"}"#) == nil)
  }

  @Test("InvalidParameter names the path of what is wrong")
  func invalidParameter() throws {
    struct Inner: Decodable { var n: Int }
    struct Outer: Decodable { var inner: Inner }
    var connection = ServerConnection()
    try connection.receive(Array(#"{"method":"a.B.C","parameters":{"inner":{"n":"x"}}}"#.utf8) + [0])
    let call = try connection.take()
    #expect(throws: ServiceError.invalidParameter("inner.n")) { try call.parameters().decode(as: Outer.self) }
  }

  @Test(
    "Standard errors come back from the wire as they were",
    arguments: [
      ServiceError.interfaceNotFound("a.B"), .methodNotFound("a.B.C"), .methodNotImplemented("a.B.C"),
      .invalidParameter("n"), .permissionDenied, .expectedMore,
    ])
  func roundTrip(_ error: ServiceError) throws {
    let message = try OutgoingReply(error: error.name, parameters: error).frame().dropLast()
    #expect(ServiceError(ErrorReply(name: error.name, message: Array(message))) == error)
  }
}
