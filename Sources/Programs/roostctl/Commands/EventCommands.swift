// push, fetch, accessory, bluetooth: the events that wake an app (BX3, BX5).
import ArgumentParser
import ControlAPI

struct PushCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Send an app a remote notification.",
    discussion: """
      The payload is a JSON object such as '{"aps":{"alert":"Hello","content-available":1}}': \
      a banner shows the alert, and content-available wakes the app. A file has it as Apple's simulator takes it; \
      where its "Simulator Target Bundle" names the app, the file does alone.

      Examples:
        roostctl push com.example.mail '{"aps":{"alert":"Hello"}}'
        roostctl push com.example.mail hello.apns
        roostctl push hello.apns --silent
      """)
  @Argument(help: "The app's bundle identifier, or a file that names it.", completion: .apps) var id: String
  @Argument(help: ArgumentHelp("The payload, or a file that has it.", valueName: "json"), completion: .file())
  var payload: String?
  @Flag(help: "Show no banner, and wake the app even if the payload does not ask for it.") var silent = false
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    let push = try PushPayload(id, payload)
    do throws(PushError) {
      _ = try Push(push.text, isSilent: silent)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  var request: EventsInterface.Push {
    get throws {
      let push = try PushPayload(id, payload)
      return .init(id: push.id, payload: push.text, silent: silent ? true : nil)
    }
  }
}

struct FetchCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Wake an app to look for new content.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: EventsInterface.Fetch { .init(id: id) }
}

struct AccessoryCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "accessory", abstract: "Wake an app for data from an accessory.")
  @OptionGroup var peer: PeerArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: EventsInterface.Accessory { .init(id: peer.id, name: peer.name) }
}

struct BluetoothCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "bluetooth", abstract: "Wake an app for data from a Bluetooth peer.")
  @OptionGroup var peer: PeerArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: EventsInterface.Bluetooth { .init(id: peer.id, name: peer.name) }
}

/// An app, and the accessory or peer that sends data to it.
struct PeerArguments: ParsableArguments {
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The name of the accessory or peer.") var name: String

  func validate() throws {
    guard DeviceName.fits(name) else { throw ValidationError("The name must be \(DeviceName.form).") }
  }
}
