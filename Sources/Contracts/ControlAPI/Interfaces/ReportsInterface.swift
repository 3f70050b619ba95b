// org.roost.Reports: what is known of kills and crashes.
public import Varlink

/// A report as it is listed.
public struct ReportSummary: Codable, Hashable, Sendable {
  /// The newest is 1.
  public var number: Int64
  /// Of its file.
  public var name: String
  /// When it was written, as in ISO 8601.
  public var time: String
  /// Nil for one that is not about a single app, and for one that cannot be read.
  public var app: String?

  public init(number: Int64, name: String, time: String, app: String?) {
    self.number = number
    self.name = name
    self.time = time
    self.app = app
  }
}

public enum ReportsInterface {
  /// Every report, the newest first.
  public struct List: ControlRequest {
    public static let method = "org.roost.Reports.List"
    /// Nil means those of every app.
    public var id: String?
    public init(id: String? = nil) { self.id = id }

    public struct Reply: Codable, Hashable, Sendable {
      public var reports: [ReportSummary]
      public init(reports: [ReportSummary]) { self.reports = reports }
    }
  }

  /// One report.
  public struct Read: ControlRequest {
    public static let method = "org.roost.Reports.Read"
    /// Its number in the list of all, or its name.
    public var report: String
    public init(report: String) { self.report = report }

    public struct Reply: Codable, Hashable, Sendable {
      public var name: String
      /// The file: a line of JSON that says what follows, and JSON in the shape of Apple's `.ips`.
      public var content: String
      public init(name: String, content: String) {
        self.name = name
        self.content = content
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Reports",
    text: """
      # What is known of kills and crashes.
      interface org.roost.Reports

      type Report (number: int, name: string, time: string, app: ?string)

      # Every report, or every one of an app, the newest first. Numbers are those in
      # the list of all.
      method List(id: ?string) -> (reports: []Report)

      # One report, by its number or its name: a line of JSON that says what follows,
      # and JSON in the shape of Apple's .ips files.
      method Read(report: string) -> (name: string, content: string)

      # There is no such report, or it cannot be read.
      error NoReport (message: string)

      """)
}
