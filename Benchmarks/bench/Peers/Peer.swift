// Somebody's way to start a program, to keep it and to end it: Roost's, and that of others whom people would take instead.
import Foundation

/// A program that is always the same, in a folder with the FIFO `main`, where it says when it runs.
struct Service {
  let name: String
  let folder: String
  let program: String
}

/// A supervisor with services of its own, in folders that nobody else uses.
protocol Peer: AnyObject {
  /// As people call it.
  static var name: String { get }
  /// The reason why it cannot be measured; nil when it can.
  static var absence: String? { get }
  /// Microseconds that it lets pass between two starts of a service: that is a rule and not its speed, so it is given them.
  static var spacing: UInt32 { get }

  /// Starts it, with all services stopped.
  init(_ stage: Stage, services count: Int) throws

  var services: [Service] { get }
  /// Its command line that starts a service, from which it returns when it is done.
  func startCommand(_ service: Service) -> [String]
  /// Its command line that asks how a service is.
  func statusCommand(_ service: Service) -> [String]

  /// Starts a service without a program in between: over an open connection, or by a byte into a FIFO.
  /// - Returns: false where it has no such way.
  func start(_ service: Service) throws -> Bool
  /// Stops a service, by the quickest way there is.
  func stop(_ service: Service, _ pid: pid_t) throws
  /// Asks on an open connection something that costs next to nothing.
  /// - Returns: false where nobody answers questions.
  func ask() throws -> Bool
  /// Whether a service that was killed is started again by it or, where it does not, at once by us.
  /// - Returns: false where that has no sense.
  func restart(_ service: Service) throws -> Bool

  /// Its own processes, without the services.
  var processes: [pid_t] { get }
  /// Ends it and all that it started.
  func end()
}

extension Peer {
  static var spacing: UInt32 { 0 }
}

extension Stage {
  /// Folders for services of `peer`, each with the stage's one FIFO.
  func services(of peer: String, count: Int) throws -> [Service] {
    try (0..<count).map { number in
      let folder = "\(directory)/peers/\(peer)/service\(number)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try addArrivals(to: folder)
      return Service(name: "service\(number)", folder: folder, program: program("stay"))
    }
  }

  var arrivals: String { directory + "/main" }

  /// A hard link: a FIFO is one however many names it has.
  func addArrivals(to folder: String) throws {
    guard link(arrivals, folder + "/main") == 0 else {
      throw BenchError.system(action: "link \(arrivals) into \(folder)", errno: errno)
    }
  }
}

/// Whether a program of that name is where Debian puts programs, or in `ROOST_BENCH_PEERS`.
func installed(_ program: String) -> String? {
  let more = ProcessInfo.processInfo.environment["ROOST_BENCH_PEERS"].map { [$0] } ?? []
  return (more + ["/usr/bin", "/usr/sbin"]).map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
}

/// The processes that `parent` has started, and theirs, whose program is not the service's.
func descendants(of parent: pid_t, named names: Set<String>) -> [pid_t] {
  let children =
    (try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8))?
    .split(separator: " ").compactMap { pid_t($0) } ?? []
  return children.flatMap { child -> [pid_t] in
    let name = (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8))?.dropLast() ?? ""
    return (names.contains(String(name)) ? [child] : []) + descendants(of: child, named: names)
  }
}

/// Looks every so many microseconds, for ten seconds at most.
func waitUntil(_ what: String, every microseconds: UInt32 = 100, _ isSo: () -> Bool) throws {
  let end = monotonicNow() + 10_000_000_000
  while !isSo() {
    guard monotonicNow() < end else { throw BenchError.never(what) }
    usleep(microseconds)
  }
}
