// A completion handler that stands between the app and the acknowledgement of an event.

/// A completion handler as the app is given one: it counts once, from any thread.
final class Completion: @unchecked Sendable {
  // Unchecked: both closures are called on the main thread alone.
  private var body: (() -> Void)?
  var then: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  func call() {
    DispatchQueue.main.async { [self] in
      body?()
      then?()
      body = nil
      then = nil
    }
  }
}
