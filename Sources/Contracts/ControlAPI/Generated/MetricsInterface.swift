// org.roost.Metrics, made by `make generate` of org.roost.Metrics.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// Counters of the daemon, for systems that watch many machines.
public enum MetricsInterface {
  /// Shows the counters, and how things are now. Names and units are those that Prometheus asks for: seconds, bytes,
  /// "_total" for a counter.
  public struct Get: ControlRequest {
    public static let method = "org.roost.Metrics.Get"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var families: [MetricsInterface.Family]

      public init(families: [MetricsInterface.Family]) {
        self.families = families
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Metrics",
    text: #"""
      # Counters of the daemon, for systems that watch many machines.
      interface org.roost.Metrics

      # A counter only grows, from zero at the daemon's start.
      type Kind (counter, gauge, histogram)

      # A name and a value by which samples of one family are told apart.
      type Label (name: string, value: string)

      # One number.
      #
      #   suffix  Of a histogram: "_bucket", "_sum" or "_count".
      type Sample (suffix: ?string, labels: []Label, value: float)

      # Samples of one name.
      #
      #   help  A sentence for people.
      type Family (name: string, kind: Kind, help: string, samples: []Sample)

      # Shows the counters, and how things are now. Names and units are those that
      # Prometheus asks for: seconds, bytes, "_total" for a counter.
      method Get() -> (families: []Family)

      """#)
}

extension MetricsInterface {
  /// A counter only grows, from zero at the daemon's start.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case counter, gauge, histogram
  }
}

extension MetricsInterface {
  /// A name and a value by which samples of one family are told apart.
  public struct Label: Codable, Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension MetricsInterface {
  /// One number.
  public struct Sample: Codable, Hashable, Sendable {
    /// Of a histogram: "_bucket", "_sum" or "_count".
    public var suffix: String?
    public var labels: [MetricsInterface.Label]
    public var value: Double

    public init(suffix: String?, labels: [MetricsInterface.Label], value: Double) {
      self.suffix = suffix
      self.labels = labels
      self.value = value
    }

    /// Writes what is absent as `null`, so that scripts find every member.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(suffix, forKey: .suffix)
      try container.encode(labels, forKey: .labels)
      try container.encode(value, forKey: .value)
    }
  }
}

extension MetricsInterface {
  /// Samples of one name.
  public struct Family: Codable, Hashable, Sendable {
    public var name: String
    public var kind: MetricsInterface.Kind
    /// A sentence for people.
    public var help: String
    public var samples: [MetricsInterface.Sample]

    public init(name: String, kind: MetricsInterface.Kind, help: String, samples: [MetricsInterface.Sample]) {
      self.name = name
      self.kind = kind
      self.help = help
      self.samples = samples
    }
  }
}
