// What roost-push and the daemon write to each other, should one of them be another's by now.
import WireJSON

@testable import PushProtocol

@MainActor enum PushLineInput {
  static func read(_ bytes: [UInt8]) {
    let news = lines(bytes, in: 1, by: LineFramer(limit: PushNews.limit))
    require(
      lines(bytes, in: 7, by: LineFramer(limit: PushNews.limit)) == news, "lines depend on the pieces that they come in"
    )
    for line in news {
      guard let news = try? PushNews(line: line) else { continue }
      require((try? PushNews(line: news.line.dropLast())) == news, "\(news) is other news when it is written")
    }
    for line in lines(bytes, in: 1, by: LineFramer(limit: PushCommand.limit)) {
      guard let command = try? PushCommand(line: line) else { continue }
      require((try? PushCommand(line: command.line.dropLast())) == command, "\(command) is another when it is written")
    }
  }
}
