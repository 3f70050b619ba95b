// CLLocationManager: follows the device from place to place, behind the screen too where the app asks for it (BX3).

import Dispatch
import RoostAgent

/// Tells its delegate where the device is. To be used on the main thread.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // @unchecked: used on the main thread alone.
  open weak var delegate: (any CLLocationManagerDelegate)?

  /// The newest place this manager knows of.
  open private(set) var location: CLLocation?

  private var isUpdating = false
  private var isMonitoring = false
  private var activity: Activity?
  private var observer: (any NSObjectProtocol)?

  public override init() {
    super.init()
    // UIKit posts what roostd says; neither module knows of the other. An app hears of a place when roostd wakes it.
    observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("org.roost.location"), object: nil, queue: nil
    ) { [weak self] in self?.moved($0.userInfo) }
    DispatchQueue.main.async { [weak self] in
      if let self { self.delegate?.locationManagerDidChangeAuthorization(self) }
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
    activity?.end()
  }

  // MARK: Authorisation

  /// Nobody is asked yet: it is granted.
  open var authorizationStatus: CLAuthorizationStatus { .authorizedAlways }
  open func requestWhenInUseAuthorization() {}
  open func requestAlwaysAuthorization() {}

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
    if !(isUpdating && allowsBackgroundLocationUpdates) {
      activity?.end()
      activity = nil
    } else if activity == nil {
      activity = Activity(.location)
      if activity == nil { delegate?.locationManager(self, didFailWithError: CLError(.denied)) }
    }
  }

  private func moved(_ payload: [AnyHashable: Any]?) {
    guard isUpdating || isMonitoring, let latitude = payload?["latitude"] as? Double,
      let longitude = payload?["longitude"] as? Double
    else { return }
    let place = CLLocation(CLLocationCoordinate2D(latitude: latitude, longitude: longitude), at: Date())
    location = place
    delegate?.locationManager(self, didUpdateLocations: [place])
  }
}
