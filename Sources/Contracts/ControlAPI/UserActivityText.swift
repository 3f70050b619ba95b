// A user activity as JSON text, the form in which it is handed to an app (LA4) and kept with a session (SC5).
import WireJSON

/// `{"activityType":"com.example.edit","userInfo":{…},"webpageURL":"…","title":"…"}`; only the type must be there.
public enum UserActivityText {
  /// The form of an activity, in the words of a message that refuses one.
  public static let form =
    #"a JSON object such as '{"activityType":"com.example.edit","userInfo":{"note":7}}', with webpageURL and title "#
    + "as strings where there are any"

  /// In bytes: twice what the daemon keeps of one, as white space is left out.
  static let longestRead = 65_536

  /// The same activity on one line and without white space; nil when it is none.
  public static func compact(_ text: String) -> String? {
    guard let value = try? JSON(parsing: text), case .object = value else { return nil }
    guard case .string(let type)? = value["activityType"], !type.isEmpty else { return nil }
    switch value["userInfo"] {
    case nil, .object: break
    case .null, .bool, .integer, .number, .string, .array: return nil
    }
    for name in ["webpageURL", "title"] {
      switch value[name] {
      case nil, .string: break
      case .null, .bool, .integer, .number, .array, .object: return nil
      }
    }
    return value.text
  }
}
