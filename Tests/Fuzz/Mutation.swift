// Changes inputs for libFuzzer. Bytes changed at random are seldom JSON, and what is not JSON is refused at the door.
import WireJSON

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

@_cdecl("LLVMFuzzerCustomMutator")
public func changeInput(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
  var mutation = Mutation(seed: seed)
  if mutation.oneOf(2), let changed = mutation.changed(Array(UnsafeBufferPointer(start: bytes, count: count))),
    changed.count <= limit
  {
    bytes.update(from: changed, count: changed.count)
    return changed.count
  }
  return mutateBytes(bytes, count, limit)
}

/// One change to one value of an input that is JSON, or has it in lines or between NUL bytes, as both protocols do.
private struct Mutation {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) }

  /// Nil for an input that has no JSON where it was looked for.
  mutating func changed(_ input: [UInt8]) -> [UInt8]? {
    // A report's body has many lines, and so is looked for after the first; the others' pieces end soon.
    let ends = input.indices.filter { input[$0] == UInt8(ascii: "\n") || input[$0] == 0 }
    let begin = oneOf(3) ? 0 : ends.randomElement(using: &self).map { $0 + 1 } ?? 0
    let next = ends.first { $0 >= begin } ?? input.count
    for end in [next, input.count] {
      let text = String(decoding: input[begin..<end], as: UTF8.self)
      guard let value = try? JSON(parsing: text, limits: JSONLimits(depth: 64, values: .max)) else { continue }
      return input[..<begin] + Array(change(value, donor: value).text.utf8) + input[end...]
    }
    return nil
  }

  /// - Parameter donor: the whole, parts of which can stand anywhere.
  private mutating func change(_ value: JSON, donor: JSON) -> JSON {
    switch value {
    case .array(var elements) where !elements.isEmpty && !oneOf(8):
      let index = Int.random(in: elements.indices, using: &self)
      if oneOf(8) {
        elements.remove(at: index)
      } else if oneOf(8) {
        elements += Array(repeating: elements[index], count: Int.random(in: 1...8, using: &self))
      } else {
        elements[index] = change(elements[index], donor: donor)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && !oneOf(8):
      guard let name = members.names.randomElement(using: &self) else { return value }
      if oneOf(8) {
        members[name] = nil
      } else if oneOf(16) {
        members[bytes(of: name)] = members[name]
      } else {
        members[name] = members[name].map { change($0, donor: donor) }
      }
      return .object(members)
    case .string(let text) where !oneOf(4): return .string(bytes(of: text))
    case .null, .bool, .integer, .number, .string, .array, .object: return oneOf(4) ? part(of: donor) : plain()
    }
  }

  private mutating func part(of value: JSON) -> JSON {
    if oneOf(4) { return value }
    switch value {
    case .array(let elements): return elements.randomElement(using: &self).map { part(of: $0) } ?? value
    case .object(let members):
      return members.dictionary.sorted { $0.key < $1.key }.randomElement(using: &self).map { part(of: $0.value) }
        ?? value
    case .null, .bool, .integer, .number, .string: return value
    }
  }

  private mutating func plain() -> JSON {
    let values: [JSON] = [
      .null, .bool(true), .bool(false), .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min),
      .integer(1 << 31), .integer(1 << 32), .integer(-(1 << 31) - 1), .integer(1 << 53), .number(0.5), .number(1e19),
      .number(1.8e19), .number(1e300), .number(-1e300), .number(5e-324), .string(""), .array([]), .object([:]),
    ]
    return values.randomElement(using: &self) ?? .null
  }

  private func bytes(of text: String) -> String {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: 16)
    let changed = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mutateBytes($0, count, buffer.count) } ?? 0
    }
    return String(decoding: bytes.prefix(changed), as: UTF8.self)
  }

  mutating func oneOf(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

/// SplitMix64: what libFuzzer's seed determines, a replay does again.
extension Mutation: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
