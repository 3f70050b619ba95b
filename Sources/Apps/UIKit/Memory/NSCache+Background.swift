// NSCache: the system empties it when the app leaves the screen (BG3).

extension NSCache {
  /// Whether the cache is emptied when the app has entered the background, and when memory is short. Foundation's caches
  /// do not know of apps: it is true from the first object on that is put into the cache, unless somebody has set it.
  /// It has to be set for a cache whose keys are no `NSObject`s.
  public var dropsInBackground: Bool {
    get { Caches.drops(self) ?? false }
    set { newValue ? dropFromNowOn() : Caches.keep(self) }
  }

  private func dropFromNowOn() { Caches.register(self) { [weak self] in self?.removeAllObjects() } }

  fileprivate func dropUnlessSet() { if Caches.drops(self) == nil { dropFromNowOn() } }
}

/// Swift takes these before Foundation's own, since they are for fewer caches: all whose keys are objects, as on iOS.
extension NSCache where KeyType: NSObject {
  public func setObject(_ obj: ObjectType, forKey key: KeyType) { setObject(obj, forKey: key, cost: 0) }

  /// Content that can be discarded is asked to go before the cache is emptied.
  public func setObject(_ obj: ObjectType, forKey key: KeyType, cost g: Int) {
    dropUnlessSet()
    if let content = obj as? any NSDiscardableContent, Caches.drops(content) == nil {
      Caches.register(content) { [weak content] in content?.discardContentIfPossible() }
    }
    put(obj, key, g)
  }
}

extension NSCache {
  /// Foundation's own, which is not for certain keys.
  fileprivate func put(_ object: ObjectType, _ key: KeyType, _ cost: Int) { setObject(object, forKey: key, cost: cost) }
}
