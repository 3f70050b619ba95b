// CLLocationManager: follows the device from place to place, behind the screen too where the app asks for it (BX3).

import Dispatch
import RoostAgent

/// Tells its delegate where the device is. To be used on the main thread.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // @unchecked: used on the main thread alone.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    // As on iOS, a new delegate is told of the authorization as it is.
    didSet {
      toldStatus = nil
      DispatchQueue.main.async { [weak self] in self?.tellStatus() }
    }
  }

  /// The newest place this manager knows of.
  open private(set) var location: CLLocation?

  private var isUpdating = false
  private var isMonitoring = false
  private var activity: Activity?
  private var observer: (any NSObjectProtocol)?
  private var permissionObserver: (any NSObjectProtocol)?
  private var toldStatus: CLAuthorizationStatus?

  public override init() {
    super.init()
    // UIKit posts what roostd says; neither module knows of the other. An app hears of a place when roostd wakes it.
    observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("org.roost.location"), object: nil, queue: nil
    ) { [weak self] in self?.moved($0.userInfo) }
    permissionObserver = NotificationCenter.default.addObserver(
      forName: Self.permissionChanged, object: nil, queue: nil
    ) { [weak self] change in if change.userInfo?["location"] != nil { self?.tellStatus() } }
  }

  deinit {
    for case let observer? in [observer, permissionObserver] { NotificationCenter.default.removeObserver(observer) }
    activity?.end()
  }

  // MARK: Authorisation

  /// There is one permission for location. It counts as “always” where Info.plist explains that to the user, and where no
  /// roostd runs the app.
  open var authorizationStatus: CLAuthorizationStatus {
    switch Permission.of(.location) {
    case .granted: Self.explainsAlways ? .authorizedAlways : .authorizedWhenInUse
    case .denied: .denied
    case .undetermined: .notDetermined
    case nil: .authorizedAlways
    }
  }

  /// The user is asked while the app is on the screen; behind it the call does nothing, as on iOS.
  open func requestWhenInUseAuthorization() { ask() }
  open func requestAlwaysAuthorization() { ask() }

  private func ask() {
    Permission.ask(for: .location) { permission in
      DispatchQueue.main.async {
        // Every manager of the app hears of it.
        guard let permission, permission != .undetermined else { return }
        NotificationCenter.default.post(
          name: Self.permissionChanged, object: nil, userInfo: ["location": permission.rawValue])
      }
    }
  }

  /// UIKit posts it as well, when the user changes a permission in the settings.
  private static let permissionChanged = Notification.Name("org.roost.privacy")

  private static let explainsAlways =
    Bundle.main.object(
      forInfoDictionaryKey: "NSLocationAlwaysAndWhenInUseUsageDescription") != nil

  /// Tells the delegate of the status at first, and when it has become another.
  private func tellStatus() {
    guard delegate != nil else { return }
    let status = authorizationStatus
    guard status != toldStatus else { return }
    toldStatus = status
    delegate?.locationManagerDidChangeAuthorization(self)
    settle()
  }

  // MARK: Updates

  /// Whether updates keep the app running behind the screen; needs `location` in `UIBackgroundModes`.
  open var allowsBackgroundLocationUpdates = false { didSet { settle() } }

  /// Every place, until ``stopUpdatingLocation()``.
  open func startUpdatingLocation() {
    isUpdating = true
    settle()
  }

  open func stopUpdatingLocation() {
    isUpdating = false
    settle()
  }

  /// Places that are worth waking the app for, or launching it behind the screen: those of `roostctl location`.
  open func startMonitoringSignificantLocationChanges() { isMonitoring = true }
  open func stopMonitoringSignificantLocationChanges() { isMonitoring = false }

  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  open class func locationServicesEnabled() -> Bool { true }

  private func settle() {
    if isUpdating, authorizationStatus == .denied {
      activity?.end()
      activity = nil
      delegate?.locationManager(self, didFailWithError: CLError(.denied))
    } else if !(isUpdating && allowsBackgroundLocationUpdates) {
      activity?.end()
      activity = nil
    } else if activity == nil {
      activity = Activity(.location)
      if activity == nil { delegate?.locationManager(self, didFailWithError: CLError(.denied)) }
    }
  }

  private func moved(_ payload: [AnyHashable: Any]?) {
    guard isUpdating || isMonitoring, authorizationStatus != .denied, let latitude = payload?["latitude"] as? Double,
      let longitude = payload?["longitude"] as? Double
    else { return }
    let place = CLLocation(CLLocationCoordinate2D(latitude: latitude, longitude: longitude), at: Date())
    location = place
    delegate?.locationManager(self, didUpdateLocations: [place])
  }
}
