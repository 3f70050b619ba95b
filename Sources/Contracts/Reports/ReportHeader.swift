// The first line of a report file, and how line and body make a file.
import FoundationEssentials

/// The first line: what a reader needs to choose a report without reading it. Key names are Apple's.
public struct ReportHeader: Hashable, Codable, Sendable {
  /// The kind of report that follows. The numbers are Apple's.
  public enum Kind: String, Codable, Sendable {
    /// One process and why it ended.
    case exit = "309"
    /// All processes when one was killed for its memory.
    case jetsam = "298"
  }

  public var kind: Kind
  /// ``ReportTime/stamp`` of the event.
  public var timestamp: String
  public var osVersion: String
  /// A UUID that is the report's own.
  public var incident: String
  public var appName: String?
  public var name: String?
  public var bundleID: String?
  public var appVersion: String?
  public var buildVersion: String?
  /// Of the app's executable.
  public var sliceUUID: String?

  enum CodingKeys: String, CodingKey {
    case kind = "bug_type", timestamp, osVersion = "os_version", incident = "incident_id", appName = "app_name", name
    case bundleID, appVersion = "app_version", buildVersion = "build_version", sliceUUID = "slice_uuid"
  }
}

/// A report's file: the header's line, then the body, both JSON.
public protocol ReportFile: Codable {
  associatedtype Body: Codable
  static var kind: ReportHeader.Kind { get }
  var header: ReportHeader { get }
  var body: Body { get }
  init(header: ReportHeader, body: Body)
}

/// The reason why a file is no report.
public struct UnreadableReport: Error, Equatable, CustomStringConvertible {
  public let description: String
}

extension ReportFile {
  /// The file's bytes.
  public func file() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(header)
    encoder.outputFormatting.insert(.prettyPrinted)
    return Array(line) + [UInt8(ascii: "\n")] + Array(try encoder.encode(body)) + [UInt8(ascii: "\n")]
  }

  /// - Throws: ``UnreadableReport`` for what `file()` did not write.
  public init(file: some Collection<UInt8>) throws(UnreadableReport) {
    guard let end = file.firstIndex(of: UInt8(ascii: "\n")) else {
      throw UnreadableReport(description: "it has no first line")
    }
    do {
      let header = try JSONDecoder().decode(ReportHeader.self, from: Data(file[..<end]))
      guard header.kind == Self.kind else {
        throw UnreadableReport(description: "it is of type \(header.kind.rawValue), not \(Self.kind.rawValue)")
      }
      self.init(header: header, body: try JSONDecoder().decode(Body.self, from: Data(file[file.index(after: end)...])))
    } catch let error as UnreadableReport {
      throw error
    } catch {
      throw UnreadableReport(description: "\(error)")
    }
  }
}
