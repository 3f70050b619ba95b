// The sentences of errors whose other parameters say all there is to say.

extension ControlError {
  public static func unknownApp(app: String) -> ControlError {
    .unknownApp(app: app, message: "no app \(app) is installed; `roostctl apps` lists all")
  }

  public static func noAppForURL(url: String) -> ControlError {
    .noAppForURL(
      url: url,
      message:
        "no installed app declares the scheme of \(url); CFBundleURLTypes in an app's Info.plist is where it does")
  }

  public static func unknownScene(app: String, session: String) -> ControlError {
    .unknownScene(
      app: app, session: session,
      message: "\(app) has no scene \(session); `roostctl scenes \(app)` lists its scenes")
  }
}
