// One thing about a project that its author is told.

package struct Finding: Equatable, Comparable, Sendable {
  package enum Weight: String, Comparable, Sendable {
    /// The app cannot be built until it is changed.
    case obstacle
    /// The app builds and runs without it.
    case omission

    package static func < (left: Weight, right: Weight) -> Bool { left == .obstacle && right == .omission }
  }

  package let weight: Weight
  /// Below the project's folder; empty: the project itself.
  package let file: String
  /// From 1.
  package let line: Int?
  /// The obstacle, as it stands in the file.
  package let subject: String
  /// The cure, or what it means.
  package let advice: String

  package init(_ weight: Weight, _ file: String, line: Int? = nil, _ subject: String, _ advice: String) {
    self.weight = weight
    self.file = file
    self.line = line
    self.subject = subject
    self.advice = advice
  }

  package static func < (left: Finding, right: Finding) -> Bool {
    (left.weight, left.file, left.line ?? 0, left.subject) < (right.weight, right.file, right.line ?? 0, right.subject)
  }

  /// As compilers write it: "FILE:LINE: SUBJECT: ADVICE".
  package var text: String {
    let place = file.isEmpty ? "" : file + (line.map { ":\($0)" } ?? "") + ": "
    return place + subject + ": " + advice
  }
}
