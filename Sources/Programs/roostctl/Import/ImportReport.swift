// The words of an import: what was found, what is in the way, what is left out.
import XcodeProjects

struct ImportReport {
  private let plan: ImportPlan
  private let findings: [Finding]
  private let target: String
  private let package: String

  /// - Parameter findings: those of the plan, and of what was written.
  init(_ plan: ImportPlan, _ findings: [Finding], target: String, package: String) {
    self.plan = plan
    self.findings = findings
    self.target = target
    self.package = package
  }

  func say() {
    Terminal.say(
      "\(package) is made of target \(target): \(count(plan.sources, "source")), \(count(plan.resources, "resource")).")
    section(.obstacle, "Will not compile here:")
    section(.omission, "Left out, or not as on iOS:")
  }

  private func section(_ weight: Finding.Weight, _ title: String) {
    let findings = self.findings.filter { $0.weight == weight }
    guard !findings.isEmpty else { return }
    Terminal.say("\(title)")
    for finding in findings { Terminal.say("  \(finding.text)") }
  }

  private func count(_ files: [String: String], _ noun: String) -> String {
    "\(files.count) \(noun)\(files.count == 1 ? "" : "s")"
  }

  /// With --json.
  struct Document: Encodable {
    struct Item: Encodable {
      var compiles: Bool
      var file: String?
      var line: Int?
      var subject: String
      var advice: String
    }

    var id: String
    var target: String
    var path: String
    var sources: [String]
    var resources: [String]
    var findings: [Item]
    var built: Bool
    var running: Bool
    var next: [String]

    init(
      _ plan: ImportPlan, _ findings: [Finding], target: String, package: String, built: Bool, running: Bool,
      next: [String]
    ) {
      id = plan.bundleIdentifier
      self.target = target
      path = package
      sources = plan.sources.keys.sorted()
      resources = plan.resources.keys.sorted()
      self.findings = findings.map {
        Item(
          compiles: $0.weight != .obstacle, file: $0.file.isEmpty ? nil : $0.file, line: $0.line, subject: $0.subject,
          advice: $0.advice)
      }
      self.built = built
      self.running = running
      self.next = next
    }
  }
}
