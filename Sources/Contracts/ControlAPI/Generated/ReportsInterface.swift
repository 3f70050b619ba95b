// org.roost.Reports, made by `make generate` of org.roost.Reports.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// Reports of kills and crashes.
public enum ReportsInterface {
  /// Lists every report, the newest first.
  public struct List: ControlRequest {
    public static let method = "org.roost.Reports.List"
    /// Only this app's. The numbers are still those in the list of all.
    public var id: String?

    public init(id: String? = nil) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read(ifPresent: "id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", ifPresent: id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var reports: [ReportSummary]

      public init(reports: [ReportSummary]) {
        self.reports = reports
      }
    }
  }

  /// Reads one report.
  public struct Read: ControlRequest {
    public static let method = "org.roost.Reports.Read"
    /// Its number or its name.
    public var report: String

    public init(report: String) {
      self.report = report
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      report = try parameters.read("report")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("report", report)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var name: String
      /// The file: a line of JSON that says what follows, and JSON in the shape of Apple's .ips files.
      public var content: String

      public init(name: String, content: String) {
        self.name = name
        self.content = content
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Reports",
    text: #"""
      # Reports of kills and crashes.
      interface org.roost.Reports

      # A report as it is listed.
      #
      #   number  Its place in the list of all; the newest is 1.
      #   name    The name of its file.
      #   time    When it was written, ISO 8601 in UTC.
      #   app     Null for a report that is not about a single app, or is unreadable.
      type Report (number: int, name: string, time: string, app: ?string)

      # Lists every report, the newest first.
      #
      #   id  Only this app's. The numbers are still those in the list of all.
      method List(id: ?string) -> (reports: []Report)

      # Reads one report.
      #
      #   report   Its number or its name.
      #   content  The file: a line of JSON that says what follows, and JSON in the
      #            shape of Apple's .ips files.
      method Read(report: string) -> (name: string, content: string)

      # There is no such report, or it cannot be read.
      error NoReport (message: string)

      """#)
}

/// A report as it is listed.
public struct ReportSummary: Codable, Hashable, Sendable {
  /// Its place in the list of all; the newest is 1.
  public var number: Int64
  /// The name of its file.
  public var name: String
  /// When it was written, ISO 8601 in UTC.
  public var time: String
  /// Null for a report that is not about a single app, or is unreadable.
  public var app: String?

  public init(number: Int64, name: String, time: String, app: String?) {
    self.number = number
    self.name = name
    self.time = time
    self.app = app
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(name, forKey: .name)
    try container.encode(time, forKey: .time)
    try container.encode(app, forKey: .app)
  }
}
