// Opening URLs in other apps (LA6).

import AgentProtocol
import RoostAgent

extension UIApplication {
  /// Opens a URL in the app that declares its scheme, which comes to the front.
  /// - Parameter completion: told on the main thread whether there is such an app.
  @preconcurrency public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    whenInFront { [self] in
      let opened = handled(.openURL(url.absoluteString))
      guard let completion else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { completion(opened) } }
    }
  }

  /// As ``open(_:options:completionHandler:)``.
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await withCheckedContinuation { answer in open(url, options: options) { answer.resume(returning: $0) } }
  }

  /// As ``open(_:options:completionHandler:)``, of the time before it.
  @discardableResult
  public func openURL(_ url: URL) -> Bool { handled(.openURL(url.absoluteString)) }

  /// Whether an app declares the URL's scheme.
  public func canOpenURL(_ url: URL) -> Bool { handled(.canOpenURL(url.absoluteString)) }

  /// An app that is on its way to the screen, as while it launches or a scene connects, opens the URL when it is there:
  /// until then roostd takes it for one in the background, which may not put another app in front.
  private func whenInFront(_ ask: @escaping @MainActor () -> Void) {
    if isComingForward { asksInFront.append(ask) } else { ask() }
  }

  /// Asks once didBecomeActive has been acknowledged.
  func hasComeForward() {
    isComingForward = false
    let asks = asksInFront
    asksInFront = []
    if asks.isEmpty { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { for ask in asks { ask() } } }
  }

  private func handled(_ method: Request.Method) -> Bool {
    guard case .handled(true)? = try? channel?.request(method) else { return false }
    return true
  }
}
