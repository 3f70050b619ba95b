// location: the device is at another place, or moves along a route (BX3, BX5).
import ArgumentParser
import ControlAPI
import Glibc

struct LocationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location", abstract: "Wake an app with a new location of the device, or with those along a route.",
    discussion: """
      Several places are a route: the device goes from one to the next, and the app learns of each place on the way.

      Examples:
        roostctl location com.example.tracker 48.137,11.575
        roostctl location com.example.tracker 48.137,11.575 48.140,11.580 --speed 10
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  // South of the equator a place begins like an option: the words that no option takes are places.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Latitude from -90 to 90 and longitude from -180 to 180, in degrees.", valueName: "latitude,longitude"))
  var places: [Place]
  @Option(help: ArgumentHelp("The speed along a route, in metres a second; default 20.", valueName: "metres"))
  var speed: Double?
  @Option(help: ArgumentHelp("Seconds from one place of a route to the next; default 1.", valueName: "seconds"))
  var interval: Double?
  @Option(help: ArgumentHelp("Metres from one place of a route to the next, instead.", valueName: "metres"))
  var distance: Double?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !places.isEmpty else { throw ValidationError("The place must be LATITUDE,LONGITUDE, as in 48.1,11.6.") }
    let figures = [speed, interval, distance].compactMap { $0 }
    guard places.count > 1 || figures.isEmpty else {
      throw ValidationError("--speed, --interval and --distance are of a route: name two places or more.")
    }
    guard figures.allSatisfy({ 0.001...1_000_000 ~= $0 }) else {
      throw ValidationError("--speed, --interval and --distance must be from 0.001 to 1000000.")
    }
    guard interval == nil || distance == nil else {
      throw ValidationError("--interval and --distance say the same; leave one out.")
    }
    guard places.count == 1 || route.count <= Route.most else {
      throw ValidationError(
        "The route has more than \(Route.most) places; choose a higher --speed, or a longer --interval or --distance.")
    }
  }

  func run() throws {
    var next = ContinuousClock.now
    for (number, place) in route.places.enumerated() {
      if number > 0 {
        next += .seconds(route.pause)
        Self.sleep(until: next)
      }
      let request = EventsInterface.Location(id: id, latitude: place.latitude, longitude: place.longitude)
      let reply = try connection.change(request, change)
      if connection.json { try JSONOutput.say(reply) }
    }
  }

  private var route: Route {
    let speed = speed ?? 20
    return Route(places, step: distance ?? speed * (interval ?? 1), speed: speed)
  }

  private static func sleep(until next: ContinuousClock.Instant) {
    let left = (next - .now) / .seconds(1)
    if left > 0 { usleep(UInt32(min(left, 1_000_000) * 1_000_000)) }
  }
}
