// Places on the globe, and a way from one to the next.
import ArgumentParser
import ControlAPI
import Glibc

/// `LAT,LON`, in degrees.
struct Place: ExpressibleByArgument, Equatable {
  let latitude: Double
  let longitude: Double

  init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      EventsInterface.Location.latitudes.contains(latitude), EventsInterface.Location.longitudes.contains(longitude)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// In metres along the great circle, by the haversine formula on a globe of the mean radius.
  func distance(to other: Place) -> Double {
    let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let (north, east) = (to - from, (other.longitude - longitude) * .pi / 180)
    let half = pow(sin(north / 2), 2) + cos(from) * cos(to) * pow(sin(east / 2), 2)
    return 2 * 6_371_009 * asin(min(1, half.squareRoot()))
  }

  /// A place on the way to `other`, the shorter way around. On a straight line of the map: over the distances of a
  /// person's day that is the great circle but for metres.
  func place(at share: Double, of other: Place) -> Place {
    var east = other.longitude - longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    var longitude = longitude + east * share
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Place(latitude: latitude + (other.latitude - latitude) * share, longitude: longitude)
  }
}

/// The places at which a device is on its way through waypoints, each so many metres after the one before.
struct Route {
  /// How many places one may have.
  static let most = 10_000

  /// Seconds from one place to the next.
  let pause: Double
  private let waypoints: [Place]
  private let step: Double

  /// - Parameters:
  ///   - step: in metres.
  ///   - speed: in metres a second.
  init(_ waypoints: [Place], step: Double, speed: Double) {
    (self.waypoints, self.step) = (waypoints, step)
    pause = step / speed
  }

  private var length: Double { zip(waypoints, waypoints.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  var count: Int { waypoints.count == 1 ? 1 : Int(min(Double(Int32.max), (length / step).rounded(.up))) + 1 }

  /// The last is the last waypoint, however near the one before is.
  var places: [Place] {
    guard let last = waypoints.last else { return [] }
    var places: [Place] = []
    var ahead = 0.0
    for (from, to) in zip(waypoints, waypoints.dropFirst()) {
      let leg = from.distance(to: to)
      while ahead < leg {
        places.append(from.place(at: ahead / leg, of: to))
        ahead += step
      }
      ahead -= leg
    }
    return places + [last]
  }
}
