// A place, and when the device was there.

public typealias CLLocationDegrees = Double

/// A place on the globe.
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A place of the device, with its time.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  public let coordinate: CLLocationCoordinate2D
  public let timestamp: Date

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(CLLocationCoordinate2D(latitude: latitude, longitude: longitude), at: Date())
  }

  init(_ coordinate: CLLocationCoordinate2D, at timestamp: Date) {
    self.coordinate = coordinate
    self.timestamp = timestamp
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}
