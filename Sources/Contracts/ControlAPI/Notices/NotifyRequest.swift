// org.roost.Device.Notify: its parameters are the notice's kind and members, beside those of every change.
public import Varlink
import WireJSON

extension DeviceInterface {
  /// Something happens to the device that apps are told of (NQ2, NQ3, NQ4).
  public struct Notify: ChangeRequest {
    public static let method = "org.roost.Device.Notify"
    public var notice: DeviceNotice
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(_ notice: DeviceNotice, wait: Bool? = nil, timeout: Int64? = nil) {
      self.notice = notice
      self.wait = wait
      self.timeout = timeout
    }
  }
}

extension DeviceInterface.Notify: Codable {
  private enum CodingKeys: String, CodingKey { case kind, wait, timeout }

  public init(from decoder: any Decoder) throws {
    let known = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try known.decode(String.self, forKey: .kind)
    wait = try known.decodeIfPresent(Bool.self, forKey: .wait)
    timeout = try known.decodeIfPresent(Int64.self, forKey: .timeout)
    let all = try decoder.container(keyedBy: MemberName.self)
    var members: [String: JSON] = [:]
    // The notice is refused for one key that no notice has. To keep a megabyte of such keys takes a tenth of a second.
    var hasForeign = false
    for key in all.allKeys {
      let name = key.stringValue
      // All that are known are short words of ASCII; others are compared as Unicode has it, which is slow.
      let isWord = name.utf8.count <= Self.longestKey && name.utf8.allSatisfy { $0 < 0x80 }
      if isWord, CodingKeys(stringValue: name) != nil { continue }
      if isWord, DeviceNotice.Key(rawValue: name) != nil {
        members[name] = try all.decode(JSON.self, forKey: key)
      } else if !hasForeign, try !all.decodeNil(forKey: key) {
        hasForeign = true
        members[String(decoding: name.utf8.prefix(Self.longestKey), as: UTF8.self)] = true
      }
    }
    do throws(NoticeError) {
      notice = try DeviceNotice(kind: kind, members: members)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: MemberName(stringValue: error.key), in: all, debugDescription: error.description)
    }
  }

  /// In bytes.
  private static let longestKey = 64

  public func encode(to encoder: any Encoder) throws {
    var known = encoder.container(keyedBy: CodingKeys.self)
    try known.encode(notice.kind, forKey: .kind)
    try known.encodeIfPresent(wait, forKey: .wait)
    try known.encodeIfPresent(timeout, forKey: .timeout)
    var all = encoder.container(keyedBy: MemberName.self)
    for (key, value) in notice.members { try all.encode(value, forKey: MemberName(stringValue: key.rawValue)) }
  }
}
