// UIKey and UIKeyInput: keys, and what takes text from them.

/// The key of a press.
@preconcurrency @MainActor
open class UIKey: NSObject {
  /// The text that the key enters.
  public final let characters: String
  open var charactersIgnoringModifiers: String { characters }
  /// In the words of roost-agent(7), such as `return`.
  final let word: String

  init(_ word: String) {
    self.word = word
    characters =
      switch word {
      case "return": "\n"
      case "tab": "\t"
      case "space": " "
      case "delete": "\u{8}"
      case "escape": UIKeyCommand.inputEscape
      case "up": UIKeyCommand.inputUpArrow
      case "down": UIKeyCommand.inputDownArrow
      case "left": UIKeyCommand.inputLeftArrow
      case "right": UIKeyCommand.inputRightArrow
      default: word.count == 1 ? word : ""
      }
  }

  /// Enters the key in what has the focus; false for a key that enters nothing.
  func enter(in input: any UIKeyInput) -> Bool {
    switch word {
    case "delete": input.deleteBackward()
    case "return", "tab", "space": input.insertText(characters)
    case "left", "right": (input as? any UITextInput)?.moveCursor(forward: word == "right")
    default:
      guard word.count == 1 else { return false }
      input.insertText(word)
    }
    return true
  }
}

/// The names that keys without a character have.
@preconcurrency @MainActor
open class UIKeyCommand: NSObject {
  public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
  public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"
  public nonisolated static let inputLeftArrow = "UIKeyInputLeftArrow"
  public nonisolated static let inputRightArrow = "UIKeyInputRightArrow"
  public nonisolated static let inputEscape = "UIKeyInputEscape"
}

/// A responder that text is entered in.
@preconcurrency @MainActor
public protocol UIKeyInput: AnyObject {
  var hasText: Bool { get }
  func insertText(_ text: String)
  func deleteBackward()
}

extension UIPress {
  /// The buttons of remote controls and the arrow keys.
  public enum PressType: Int, Sendable {
    case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause
    /// Of every other key.
    case other = -1

    init(_ word: String) {
      self =
        switch word {
        case "up": .upArrow
        case "down": .downArrow
        case "left": .leftArrow
        case "right": .rightArrow
        case "select": .select
        case "menu": .menu
        case "playPause": .playPause
        default: .other
        }
    }
  }
}
