// Words of commands that a person copies out of a message.
import ControlAPI
import Testing

struct ShellWordTests {
  @Test(
    "A text is one word of the shell, and quoted only where it has to be",
    arguments: [
      ("com.example.notes", "com.example.notes"), ("/apps/My_Notes-2.app", "/apps/My_Notes-2.app"),
      ("/my apps/a", "'/my apps/a'"), ("x;id>y;#", "'x;id>y;#'"), ("$(id)`id`", "'$(id)`id`'"),
      ("it's", #"'it'\''s'"#), ("it'\u{301}s", "'it'\\''\u{301}s'"), ("", "''"),
    ])
  func word(text: String, word: String) { #expect(Array(text.shellWord.utf8) == Array(word.utf8)) }
}
