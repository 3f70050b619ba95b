// The payload of a push: a JSON object in an argument, or in an .apns file as Apple's simulator takes it.
import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import WireJSON

struct PushPayload {
  /// The app that gets it: the one in the arguments, or else the one that the file names.
  let id: String
  let text: String

  /// The key of an .apns file that names the app. It is not a part of the payload.
  private static let target = "Simulator Target Bundle"
  /// No payload that a push carries makes a file so large, however it is laid out.
  private static let largestFile = 1 << 20

  /// - Parameters:
  ///   - first, second: the arguments: an app and a payload or file, or a file alone.
  init(_ first: String, _ second: String?) throws(ValidationError) {
    guard let second else {
      let file = try Self.read(first)
      guard case .string(let id)? = file[Self.target] else {
        throw ValidationError("\(first) names no app: it has no \"\(Self.target)\"; name the app before the file.")
      }
      self.init(id: id, file)
      return
    }
    // A payload begins as an object does, and no file is called so.
    if second.hasSuffix(".apns") || (!second.contains("{") && Self.isFile(second)) {
      self.init(id: first, try Self.read(second))
    } else {
      self.init(id: first, text: second)
    }
  }

  private init(id: String, text: String) {
    self.id = id
    self.text = text
  }

  private init(id: String, _ file: JSON) {
    guard case .object(var members) = file else {
      self.init(id: id, text: file.text)
      return
    }
    members[Self.target] = nil
    self.init(id: id, text: JSON.object(members).text)
  }

  private static func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private static func read(_ path: String) throws(ValidationError) -> JSON {
    guard isFile(path) else {
      throw ValidationError(
        "There is no file \(path); name an app and a payload, or an .apns file that has a \"\(target)\".")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_size <= largestFile, let data = FileManager.default.contents(atPath: path)
    else {
      throw ValidationError("Unable to read \(path): it is no file that can be read, or it is larger than a payload.")
    }
    do throws(JSONError) {
      return try JSON(parsing: String(decoding: data, as: UTF8.self))
    } catch {
      throw ValidationError("\(path) is not valid JSON: \(error).")
    }
  }
}
