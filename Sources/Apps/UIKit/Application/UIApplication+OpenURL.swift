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
    let opened = handled(.openURL(url.absoluteString))
    guard let completion else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { completion(opened) } }
  }

  /// As ``open(_:options:completionHandler:)``.
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    handled(.openURL(url.absoluteString))
  }

  /// As ``open(_:options:completionHandler:)``, of the time before it.
  @discardableResult
  public func openURL(_ url: URL) -> Bool { handled(.openURL(url.absoluteString)) }

  /// Whether an app declares the URL's scheme.
  public func canOpenURL(_ url: URL) -> Bool { handled(.canOpenURL(url.absoluteString)) }

  private func handled(_ method: Request.Method) -> Bool {
    guard case .handled(true)? = try? channel?.request(method) else { return false }
    return true
  }
}
