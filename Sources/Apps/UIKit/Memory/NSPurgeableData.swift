// NSDiscardableContent and NSPurgeableData, which Foundation on Linux does not have (BG3).

import Synchronization

/// Content that can be thrown away while nobody uses it.
public protocol NSDiscardableContent: AnyObject {
  /// The content stays until ``endContentAccess()``; false when it is gone already.
  func beginContentAccess() -> Bool
  func endContentAccess()
  /// Throws it away unless somebody uses it.
  func discardContentIfPossible()
  func isContentDiscarded() -> Bool
}

/// Data that the system may take back while nobody uses it: when the app has entered the background, or memory is
/// short. The code that makes it uses it from the beginning; it can go after ``endContentAccess()``.
open class NSPurgeableData: NSMutableData, NSDiscardableContent {
  // As with NSMutableData, the code that changes it sees to it that nobody else uses it; the parts that the system may
  // change at any time are in the Mutex.
  private struct State {
    var accesses = 1
    var isDiscarded = false
  }
  private let state = Mutex(State())
  /// Not NSMutableData's own storage, which keeps what it once had.
  private var content = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var count = 0

  open override var length: Int {
    get { count }
    set { resize(newValue) }
  }
  open override var bytes: UnsafeRawPointer { UnsafeRawPointer(content) }
  open override var mutableBytes: UnsafeMutableRawPointer { content }

  open override func replaceBytes(
    in range: NSRange, withBytes replacementBytes: UnsafeRawPointer?, length replacementLength: Int
  ) {
    let tail = count - range.location - range.length
    let kept = UnsafeMutableRawPointer.allocate(byteCount: tail, alignment: 1)
    defer { kept.deallocate() }
    kept.copyMemory(from: content + range.location + range.length, byteCount: tail)
    resize(range.location + replacementLength + tail)
    if let replacementBytes { memmove(content + range.location, replacementBytes, replacementLength) }
    (content + range.location + replacementLength).copyMemory(from: kept, byteCount: tail)
  }

  /// New bytes are zero, as those of NSMutableData are.
  private func resize(_ size: Int) {
    let new = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    new.copyMemory(from: content, byteCount: Swift.min(count, size))
    if size > count { memset(new + count, 0, size - count) }
    content.deallocate()
    content = new
    count = size
    Caches.register(self) { [weak self] in self?.discardContentIfPossible() }
  }

  deinit {
    Caches.unregister(self)
    content.deallocate()
  }

  // MARK: Use

  open func beginContentAccess() -> Bool {
    state.withLock { state in
      guard !state.isDiscarded else { return false }
      state.accesses += 1
      return true
    }
  }

  open func endContentAccess() { state.withLock { $0.accesses = Swift.max(0, $0.accesses - 1) } }

  open func discardContentIfPossible() {
    let isUnused = state.withLock { state in
      guard state.accesses == 0, !state.isDiscarded else { return false }
      state.isDiscarded = true
      return true
    }
    if isUnused { resize(0) }
  }

  open func isContentDiscarded() -> Bool { state.withLock { $0.isDiscarded } }
}
