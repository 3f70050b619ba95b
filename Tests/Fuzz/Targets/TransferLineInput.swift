// The lines between roost-transfer and the daemon, should somebody else write one side of them.
import WireJSON

@testable import TransferProtocol

@MainActor enum TransferLineInput {
  static func read(_ bytes: [UInt8]) {
    let news = lines(bytes, in: 1, by: LineFramer(limit: TransferNews.limit))
    require(
      lines(bytes, in: 7, by: LineFramer(limit: TransferNews.limit)) == news,
      "lines depend on the pieces that they come in")
    for line in news {
      guard let news = try? TransferNews(line: line) else { continue }
      require((try? TransferNews(line: news.line.dropLast())) == news, "\(news) is other news when it is written")
      guard case .ended(let ending) = news else { continue }
      let fields = AnswerFields(ending.headers ?? [:])
      let line = TransferNews.ended(TransferNews.Ending(.done, status: 200, headers: fields.values)).line
      require(line.count <= TransferNews.limit, "\(fields) has no room in a line")
    }
    for line in lines(bytes, in: 1, by: LineFramer(limit: TransferOrder.limit)) {
      guard let order = try? TransferOrder(line: line) else { continue }
      require((try? TransferOrder(line: order.line.dropLast())) == order, "\(order) is another when it is written")
    }
  }
}
