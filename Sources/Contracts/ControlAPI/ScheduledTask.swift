// Background work an app has asked for in advance (BX4), as the control interfaces show it.

public struct ScheduledTask: Codable, Hashable, Sendable {
  /// `BGAppRefreshTaskRequest`, `BGProcessingTaskRequest`.
  public enum Kind: String, Codable, Sendable, CaseIterable { case refresh, processing }
  /// What it waits for besides its time.
  public enum Need: String, Codable, Sendable, CaseIterable { case power, network }

  public var app: String
  /// One of `BGTaskSchedulerPermittedIdentifiers`.
  public var identifier: String
  public var kind: Kind
  /// Not before: ISO 8601 in UTC; nil for as soon as it may be.
  public var earliest: String?
  public var needs: [Need]

  public init(app: String, identifier: String, kind: Kind, earliest: String?, needs: [Need]) {
    self.app = app
    self.identifier = identifier
    self.kind = kind
    self.earliest = earliest
    self.needs = needs
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(kind, forKey: .kind)
    try container.encode(earliest, forKey: .earliest)
    try container.encode(needs, forKey: .needs)
  }
}
