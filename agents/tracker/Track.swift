// The way the device has gone: a line in Documents/track.csv for each place.

import CoreLocation
import Foundation

class Track: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "track.csv")

  func follow() {
    manager.delegate = self
    manager.requestAlwaysAuthorization()
    manager.startMonitoringSignificantLocationChanges()
  }

  func record() {
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func rest() { manager.stopUpdatingLocation() }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    do {
      for location in locations { try append(location) }
      print("at \(locations.last.map(text) ?? "no place")")
    } catch {
      print("unable to write the track: \(error.localizedDescription)")
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(error.localizedDescription)
  }

  /// At the end of what is there, so that a kill loses nothing but the line that is being written.
  private func append(_ location: CLLocation) throws {
    if !FileManager.default.fileExists(atPath: file.path) { try Data("time,latitude,longitude\n".utf8).write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(Int(location.timestamp.timeIntervalSince1970)),\(text(location))\n".utf8))
    try handle.close()
  }

  private func text(_ location: CLLocation) -> String {
    "\(location.coordinate.latitude),\(location.coordinate.longitude)"
  }
}
