// The folders in which Foundation looks for the app's own files.

/// Makes NSHomeDirectory(), FileManager.urls(for:in:) and NSTemporaryDirectory() answer as they do on iOS: with places
/// in the app's container (LA7). On Linux Foundation asks the user database for the home directory and not HOME, unless
/// CFFIXED_USER_HOME is set; for caches and support files it follows the XDG variables. Call it before there are other
/// threads (setenv(3)).
func useContainer() {
  guard let home = getenv("HOME").map({ String(cString: $0) }) else { return }
  setenv("CFFIXED_USER_HOME", home, 1)
  setenv("XDG_CACHE_HOME", home + "/Library/Caches", 1)
  setenv("XDG_DATA_HOME", home + "/Library/Application Support", 1)
  setenv("TMPDIR", home + "/tmp", 1)
}
