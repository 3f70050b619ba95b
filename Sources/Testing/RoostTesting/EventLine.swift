// An event as a line for a person who looks for the reason of a failure.
package import ControlAPI

extension MonitorEvent {
  package var line: String {
    switch kind {
    case .state(let app, let from, let to): "\(app) \(from.rawValue) → \(to.rawValue)"
    case .entering(let app, let name): "\(app) begins \(name)"
    case .callback(let app, let name, _, _): "\(app) \(name)"
    case .exit(let record): "\(record.app) ended: \(record.text)"
    case .deadline(let app, let step, _, _): "\(app) missed its deadline for \(step)"
    case .device(let name, let detail): ["device", name, detail].compactMap { $0 }.joined(separator: " ")
    case .notice(let app, let text): "\(app): \(text)"
    }
  }
}
