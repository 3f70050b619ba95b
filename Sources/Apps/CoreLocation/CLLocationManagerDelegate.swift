// The calls of a location manager to its delegate, and its authorization.

/// Told on the main thread.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// - Parameter locations: the newest last. In the background the app is suspended, or has done what it was woken for,
  ///   when this returns: begin a background task to go on.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// The manager is ready, and knows the authorization; called again when it becomes another.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

/// The permission of the app to know where the device is.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

/// The reason why the device's place cannot be told.
public struct CLError: Error, Hashable, CustomStringConvertible, LocalizedError, CustomNSError {
  public enum Code: Int, Sendable {
    case locationUnknown, denied
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }

  public static var errorDomain: String { "kCLErrorDomain" }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { description }
  public var description: String {
    switch code {
    case .locationUnknown: "unable to locate the device: its location is not known yet; wait for the next update"
    case .denied:
      "unable to follow the location: the user has denied it, or, in the background, location is not in the "
        + "UIBackgroundModes of Info.plist"
    }
  }
}
