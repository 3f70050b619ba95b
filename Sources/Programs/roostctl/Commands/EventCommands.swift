// push, fetch, location, accessory, bluetooth: the events that wake an app (BX3, BX5).
import ArgumentParser
import ControlAPI

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Send an app a remote notification.",
    discussion: """
      The payload is a JSON object such as '{"aps":{"alert":"Hello","content-available":1}}': \
      a banner shows the alert, and content-available wakes the app.
      """)
  @Argument(help: "The app's bundle identifier.") var id: String
  @Argument(help: ArgumentHelp("The payload.", valueName: "json")) var payload: String
  @Flag(help: "Show no banner, and wake the app even if the payload does not ask for it.") var silent = false
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    do throws(PushError) {
      _ = try Push(payload, isSilent: silent)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  func run() throws {
    let done = try connection.change(
      EventsInterface.Push(
        id: id, payload: payload, silent: silent ? true : nil, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Wake an app to look for new content.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(
      EventsInterface.Fetch(id: id, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct LocationCommand: ParsableCommand {
  /// `LAT,LON`, in degrees.
  struct Place: ExpressibleByArgument {
    let latitude: Double
    let longitude: Double

    init?(argument: String) {
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
        EventsInterface.Location.latitudes.contains(latitude), EventsInterface.Location.longitudes.contains(longitude)
      else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "location", abstract: "Wake an app with a new location of the device.")
  @Argument(help: "The app's bundle identifier.") var id: String
  // South of the equator the place begins like an option: what no option takes is the place.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Latitude from -90 to 90 and longitude from -180 to 180, in degrees.", valueName: "latitude,longitude"))
  var places: [Place]
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard places.count == 1 else { throw ValidationError("The place must be LATITUDE,LONGITUDE, as in 48.1,11.6.") }
  }

  func run() throws {
    guard let place = places.first else { return }
    let done = try connection.change(
      EventsInterface.Location(
        id: id, latitude: place.latitude, longitude: place.longitude, wait: change.wait,
        timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct AccessoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accessory", abstract: "Wake an app for data from an accessory.")
  @OptionGroup var peer: PeerArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(
      EventsInterface.Accessory(id: peer.id, name: peer.name, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct BluetoothCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bluetooth", abstract: "Wake an app for data from a Bluetooth peer.")
  @OptionGroup var peer: PeerArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(
      EventsInterface.Bluetooth(id: peer.id, name: peer.name, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

/// An app, and the accessory or peer that sends data to it.
struct PeerArguments: ParsableArguments {
  @Argument(help: "The app's bundle identifier.") var id: String
  @Argument(help: "The name of the accessory or peer.") var name: String

  func validate() throws {
    guard DeviceName.fits(name) else { throw ValidationError("The name must be \(DeviceName.form).") }
  }
}
