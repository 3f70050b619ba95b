// NSCache: whether the system empties it when the app leaves the screen (BG3).

extension NSCache {
  /// Whether the cache is emptied when the app has entered the background, and when memory is short. False at first:
  /// Foundation's caches do not know of apps. As long as it is true the cache lives as long as the app.
  public var dropsInBackground: Bool {
    get { Caches.isRegistered(self) }
    set {
      if newValue {
        Caches.register(self) { self.removeAllObjects() }
      } else {
        Caches.unregister(self)
      }
    }
  }
}
