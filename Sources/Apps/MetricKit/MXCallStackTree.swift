// The frames of the main thread.

/// The calls that had not returned, in the JSON shape that tools for Apple's know.
open class MXCallStackTree: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  private let frames: [PastExit.Frame]
  init(_ frames: [PastExit.Frame]) { self.frames = frames }

  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    // Each frame holds its caller; Apple's is the same way round for crashes.
    let outermost: [String: Any]? = nil
    let tree = frames.reversed().reduce(outermost) { caller, frame in
      var members: [String: Any] = [
        "binaryName": frame.image, "address": frame.address, "offsetIntoBinaryTextSegment": frame.offset,
        "sampleCount": 1,
      ]
      members["binaryUUID"] = frame.uuid?.uppercased()
      members["symbol"] = frame.symbol
      members["subFrames"] = caller.map { [$0] }
      return members
    }
    let stacks: [[String: Any]] = tree.map { [["threadAttributed": true, "callStackRootFrames": [$0]]] } ?? []
    return ["callStackPerThread": true, "callStacks": stacks]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}
