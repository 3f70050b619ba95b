// The conversation of the tests with a connection; #expect and #require cannot call a mutating method.
import Testing

@testable import Varlink

extension ServerConnection {
  mutating func receive(_ bytes: [UInt8]) throws(ConnectionError) { try receive(bytes[...]) }

  /// The next call, which has to be there.
  mutating func take() throws -> Call {
    let call = nextCall()
    return try #require(call)
  }

  /// The method of the next call, if it may be taken yet.
  mutating func takeMethod() -> String? { nextCall()?.method }
}
