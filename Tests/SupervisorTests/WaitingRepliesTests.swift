// The replies that wait for a client are sent whole and in order, however little its socket takes at a time.
import SimulatedDevice
import Testing

@testable import VarlinkServer

@MainActor struct WaitingRepliesTests {
  private enum Full: Error { case socket }

  @Test("Whatever the socket takes, the client gets each reply once, whole and in order")
  func order() throws {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var waiting = WaitingReplies()
      var (expected, sent): ([UInt8], [UInt8]) = ([], [])
      for step in 0..<60 {
        if Bool.random(using: &random) {
          let size = Int.random(
            in: 0...[3, 300, 40_000, 200_000][Int.random(in: 0..<4, using: &random)], using: &random)
          let reply = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ step) }
          waiting.append(reply)
          expected += reply
        } else {
          var room = Int.random(in: 0...150_000, using: &random)
          do {
            try waiting.handOver { bytes, start throws(Full) in
              if room == 0 { throw .socket }
              let taken = min(room, bytes.count - start)
              sent += bytes[start..<start + taken]
              room -= taken
              return taken
            }
          } catch {}
        }
        #expect(waiting.count == expected.count - sent.count, "seed \(seed)")
        #expect(waiting.isEmpty == (expected.count == sent.count), "seed \(seed)")
      }
      waiting.handOver { bytes, start in
        sent += bytes[start...]
        return bytes.count - start
      }
      #expect(sent == expected && waiting.isEmpty, "seed \(seed)")
    }
  }

  @Test("Short replies are sent together, and a long one is not copied")
  func together() {
    var waiting = WaitingReplies()
    for _ in 0..<100 { waiting.append([1, 2, 3, 0]) }
    let long = [UInt8](repeating: 7, count: 1 << 20)
    waiting.append(long)
    var sizes: [Int] = []
    waiting.handOver { bytes, start in
      sizes.append(bytes.count - start)
      if bytes.count == long.count {
        #expect(bytes.withUnsafeBytes { $0.baseAddress } == long.withUnsafeBytes { $0.baseAddress })
      }
      return bytes.count - start
    }
    #expect(sizes == [400, 1 << 20])
  }
}
