// The limits on what waits to be opened.

extension LaunchOptions {
  /// The limit that a part of it passes.
  var limitPassed: Limit? {
    if Limit.url.isPassed(by: url) { return .url }
    if Limit.payload.isPassed(by: shortcut) || Limit.payload.isPassed(by: activity) { return .payload }
    if Limit.identifier.isPassed(by: response?.action) { return .identifier }
    if Limit.responseText.isPassed(by: response?.text) { return .responseText }
    return wake?.limitPassed
  }
}

extension Wake {
  /// The limit that its payload passes.
  var limitPassed: Limit? {
    let payload: String? =
      switch self {
      case .push(let text), .accessory(name: let text), .bluetooth(name: let text): text
      case .task(let text, _), .transfers(session: let text): text
      case .fetch, .location: nil
      }
    return Limit.payload.isPassed(by: payload) ? .payload : nil
  }
}

extension App {
  /// The limit that opening this as well would pass.
  func limitPassed(byOpening options: LaunchOptions) -> Limit? {
    if let limit = options.limitPassed { return limit }
    guard !options.openings.isEmpty else { return nil }
    if openings.count >= Limit.openings.number { return .openings }
    guard let sender = options.sourceApplication else { return nil }
    let sent = openings.count { opening in
      switch opening {
      case .url(_, let source): source?.string == sender
      case .shortcut, .activity, .notification: false
      }
    }
    return sent >= Limit.openingsOfSender.number ? .openingsOfSender : nil
  }
}
