// A value of any shape in Info.plist, such as the user info of a shortcut item.

import AgentProtocol
import WireJSON

struct InfoValue: Decodable {
  let json: JSON

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    json =
      if let bool = try? value.decode(Bool.self) {
        .bool(bool)
      } else if let integer = try? value.decode(Int.self) {
        .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        .number(number)
      } else if let string = try? value.decode(String.self) {
        .string(string)
      } else if let date = try? value.decode(Date.self) {
        JSON(propertyListValue: date)
      } else if let data = try? value.decode(Data.self) {
        JSON(propertyListValue: data)
      } else if let elements = try? value.decode([InfoValue].self) {
        .array(elements.map(\.json))
      } else {
        .object(try value.decode([String: InfoValue].self).mapValues(\.json))
      }
  }
}
