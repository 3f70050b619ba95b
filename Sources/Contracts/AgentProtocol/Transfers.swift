// Transfers that go on while their app is suspended or gone, as the protocol's messages have them.
import WireJSON

/// A transfer that an app asks for (`URLSession` in the background).
public struct TransferRequest: Hashable, Sendable {
  /// `URLSessionConfiguration.identifier`.
  public var session: String
  /// `URLSessionTask.taskIdentifier`: no other transfer of the session has it.
  public var number: Int
  /// `URLRequest.httpMethod`.
  public var method: String
  /// `http` or `https`.
  public var url: String
  public var headers: [String: String]
  /// The file to send, relative to the container; nil: none.
  public var file: String?
  /// `isDiscretionary`: it waits for external power and for the user to be away.
  public var isDiscretionary: Bool
  /// `allowsCellularAccess`: false makes it wait for Wi-Fi.
  public var allowsCellular: Bool
  /// `earliestBeginDate`, in seconds since 1970.
  public var earliest: Double?

  public init(
    session: String, number: Int, method: String = "GET", url: String, headers: [String: String] = [:],
    file: String? = nil, isDiscretionary: Bool = false, allowsCellular: Bool = true, earliest: Double? = nil
  ) {
    self.session = session
    self.number = number
    self.method = method
    self.url = url
    self.headers = headers
    self.file = file
    self.isDiscretionary = isDiscretionary
    self.allowsCellular = allowsCellular
    self.earliest = earliest
  }
}

/// A transfer as it is.
public struct TransferStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, Decodable { case waiting, running, ended }

  public var session: String
  public var number: Int
  public var state: State
  public var url: String
  /// The bytes that are here.
  public var received: Int64
  /// All bytes of the server's answer; nil: it has not said how many.
  public var expected: Int64?
  /// The status of the server's answer; nil: it has not ended, or has failed.
  public var status: Int?
  /// The header fields of the server's answer.
  public var headers: [String: String]
  /// The file with what was fetched, relative to the container.
  public var file: String?
  /// A word, such as `timedOut`, and what to do; nil: it has not failed.
  public var error: String?
  public var message: String?

  public init(
    session: String, number: Int, state: State, url: String, received: Int64, expected: Int64? = nil,
    status: Int? = nil, headers: [String: String] = [:], file: String? = nil, error: String? = nil,
    message: String? = nil
  ) {
    self.session = session
    self.number = number
    self.state = state
    self.url = url
    self.received = received
    self.expected = expected
    self.status = status
    self.headers = headers
    self.file = file
    self.error = error
    self.message = message
  }
}

extension TransferRequest {
  var json: JSON {
    var members: [String: JSON] = [
      "session": .string(session), "number": .integer(number), "httpMethod": .string(method), "url": .string(url),
    ]
    if !headers.isEmpty { members["headers"] = .object(headers.mapValues(JSON.string)) }
    if let file { members["file"] = .string(file) }
    if isDiscretionary { members["discretionary"] = true }
    if !allowsCellular { members["cellular"] = false }
    if let earliest { members["earliest"] = .number(earliest) }
    return .object(members)
  }
}

extension TransferRequest: Decodable {
  public init(from decoder: any Decoder) throws {
    let request = try decoder.container(keyedBy: Key.self)
    self.init(
      session: try request.decode(String.self, forKey: .session),
      number: try request.decode(Int.self, forKey: .number),
      method: try request.decodeIfPresent(String.self, forKey: .httpMethod) ?? "GET",
      url: try request.decode(String.self, forKey: .url),
      headers: try request.decodeIfPresent(HeaderFields.self, forKey: .headers)?.values ?? [:],
      file: try request.decodeIfPresent(String.self, forKey: .file),
      isDiscretionary: try request.decodeIfPresent(Bool.self, forKey: .discretionary) ?? false,
      allowsCellular: try request.decodeIfPresent(Bool.self, forKey: .cellular) ?? true,
      earliest: try request.decodeIfPresent(Double.self, forKey: .earliest))
  }
}

/// The header fields of a request. No field has a name that is not ASCII (RFC 9110, 5.1), so one stands for all such names and has
/// the request refused: a dictionary of a megabyte of them takes half a second to compare them as Unicode has it.
private struct HeaderFields: Decodable {
  private(set) var values: [String: String] = [:]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: MemberName.self)
    for name in fields.allKeys {
      let isASCII = name.stringValue.utf8.allSatisfy { $0 < 0x80 }
      values[isASCII ? name.stringValue : "\u{FFFD}"] = try fields.decode(String.self, forKey: name)
    }
  }
}

extension TransferStatus {
  /// The members are in the order of their names, as those of JSON objects of no fixed shape are written.
  func write(to object: inout ObjectWriter) {
    object.put("error", ifPresent: error)
    if let expected { object.put("expected", expected) }
    object.put("file", ifPresent: file)
    if !headers.isEmpty { object.put("headers") { $0.put(sorted: headers) { $2.put($0, $1) } } }
    object.put("message", ifPresent: message)
    object.put("number", number)
    object.put("received", received)
    object.put("session", session)
    object.put("state", state.rawValue)
    if let status { object.put("status", status) }
    object.put("url", url)
  }
}

extension TransferStatus: Decodable {
  public init(from decoder: any Decoder) throws {
    let transfer = try decoder.container(keyedBy: Key.self)
    self.init(
      session: try transfer.decode(String.self, forKey: .session),
      number: try transfer.decode(Int.self, forKey: .number),
      state: try transfer.decode(State.self, forKey: .state), url: try transfer.decode(String.self, forKey: .url),
      received: try transfer.decode(Int64.self, forKey: .received),
      expected: try transfer.decodeIfPresent(Int64.self, forKey: .expected),
      status: try transfer.decodeIfPresent(Int.self, forKey: .status),
      headers: try transfer.decodeIfPresent([String: String].self, forKey: .headers) ?? [:],
      file: try transfer.decodeIfPresent(String.self, forKey: .file),
      error: try transfer.decodeIfPresent(String.self, forKey: .error),
      message: try transfer.decodeIfPresent(String.self, forKey: .message))
  }
}
