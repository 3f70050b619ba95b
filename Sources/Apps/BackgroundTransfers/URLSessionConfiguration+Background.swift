// URLSessionConfiguration.background(withIdentifier:), which Foundation on Linux marks unavailable.

import Foundation
public import FoundationNetworking

extension URLSessionConfiguration {
  /// A configuration whose downloads, and uploads from files, go on while the app is suspended or gone (BX9).
  ///
  /// - Parameter identifier: finds the session's transfers in the app's next process; unique in the app.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.identifier = identifier
    return configuration
  }

  /// Always true: the app is woken, or launched behind the screen, when a session's transfers have ended.
  public var sessionSendsLaunchEvents: Bool {
    get { identifier != nil }
    set {
      guard let identifier, !newValue else { return }
      complain(
        "sessionSendsLaunchEvents of \(identifier) stays true: roostd wakes the app for every background session")
    }
  }

  /// Always nil: apps here share no container.
  public var sharedContainerIdentifier: String? {
    get { nil }
    set {
      guard let newValue else { return }
      complain("sharedContainerIdentifier \(newValue) has no effect: an app has the files in its own container alone")
    }
  }
}

/// A sentence for the app's author, on standard error.
func complain(_ sentence: String) { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }
