// The beginning of an app: UIApplicationMain, and `@main` on its delegate.

@preconcurrency import Glibc
import RoostAgent

/// Says hello to roostd, makes the application object and its delegate, and runs the main run loop. It never returns.
/// - Parameters:
///   - principalClassName: the `UIApplication` subclass to make; nil for `NSPrincipalClass` of Info.plist, or
///     `UIApplication` (LA1).
///   - delegateClassName: the class of the delegate, made with `init()`; nil for none.
@preconcurrency @MainActor @discardableResult
public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ principalClassName: String?,
  _ delegateClassName: String?
) -> Int32 {
  run(principalClassName, delegate: delegateClassName.map { requiredClass($0, as: "delegate") })
}

extension UIApplicationDelegate {
  /// `@main` on a delegate runs this.
  public static func main() {
    run(nil, delegate: self)
  }
}

/// Holds the delegate, which nobody else does.
@MainActor private var ownDelegate: (any UIApplicationDelegate)?

@MainActor private func run(_ principalClassName: String?, delegate delegateClass: AnyClass?) -> Never {
  let channel: Channel
  do {
    channel = try Channel()
  } catch {
    endLaunch("\(error)")
  }
  Channel.ofApp = channel
  useContainer()
  // Standard output goes to the journal: a line shall be there when it is printed, and not lost when the app is killed.
  setvbuf(stdout, nil, CInt(_IOLBF), 0)
  let greeting = Greeting(channel)
  let application = makeApplication(principalClassName ?? AppInfo.current.principalClass)
  UIApplication.running = application
  let events = LifecycleEvents(application, channel)
  if let delegateClass {
    ownDelegate = makeObject(delegateClass, as: (any UIApplicationDelegate).self)
    application.delegate = ownDelegate
  }
  greeting.deliver(to: events)
  while true { RunLoop.main.run() }
}

@MainActor func makeApplication(_ className: String?) -> UIApplication {
  guard let className else { return UIApplication() }
  return makeObject(requiredClass(className, as: "principal"), as: UIApplication.self)
}

@MainActor private func makeObject<Kind>(_ type: AnyClass, as kind: Kind.Type) -> Kind {
  guard let type = type as? NSObject.Type, let object = type.makeDynamically() as? Kind else {
    endLaunch("unable to make a \(type): it is not a \(Kind.self)")
  }
  return object
}

@MainActor private func requiredClass(_ name: String, as role: String) -> AnyClass {
  guard let found = AppClass.named(name) else {
    endLaunch("unable to find the \(role) class '\(name)': name it as Module.Class, as NSStringFromClass does")
  }
  return found
}

/// Without a channel or an application there is nothing to run; roostd records the exit and logs the sentence.
private func endLaunch(_ sentence: String) -> Never {
  FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  exit(EXIT_FAILURE)
}
