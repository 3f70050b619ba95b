// UIAppearance: setting once how all views of a class look.

/// An object that can contain views and change how they look.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: NSObjectProtocol {}

/// A class that has an appearance proxy. A value that is set on the proxy counts for all objects of the class, from
/// when they enter a window.
@preconcurrency @MainActor
public protocol UIAppearance: NSObjectProtocol {
  static func appearance() -> Self
  static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
  static func appearance(for trait: UITraitCollection) -> Self
  static func appearance(
    for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self
}

extension UIAppearance where Self: NSObject {
  public static func appearance() -> Self { AppearanceProxies.proxy(of: self) }
  public static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
    AppearanceProxies.proxy(of: self, in: containerTypes)
  }
  public static func appearance(for trait: UITraitCollection) -> Self {
    AppearanceProxies.proxy(of: self, for: trait)
  }
  public static func appearance(
    for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    AppearanceProxies.proxy(of: self, for: trait, in: containerTypes)
  }
}

extension UIView: UIAppearance, UIAppearanceContainer {}

/// The proxies that were asked for, and the use of the values that were set on them. Objective-C records the calls and
/// repeats them; here a proxy is an object of the class, and each value that differs from a new object's is one that
/// was set.
@MainActor enum AppearanceProxies {
  private struct Proxy {
    let object: NSObject
    let trait: UITraitCollection?
    let containers: [any UIAppearanceContainer.Type]
  }
  private static var proxies: [Proxy] = []

  static func proxy<Kind: NSObject>(
    of type: Kind.Type, for trait: UITraitCollection? = nil, in containers: [any UIAppearanceContainer.Type] = []
  ) -> Kind {
    let known = proxies.first {
      Swift.type(of: $0.object) == type && $0.trait == trait
        && $0.containers.map(ObjectIdentifier.init) == containers.map(ObjectIdentifier.init)
    }
    if let object = known?.object as? Kind { return object }
    let object = type.makeDynamically()
    proxies.append(Proxy(object: object, trait: trait, containers: containers))
    // makeDynamically() makes an object of the class that it is called on.
    return unsafeDowncast(object, to: type)
  }

  /// General before special: the class's superclasses first, then what is contained in nothing in particular.
  static func apply(to object: NSObject) {
    if proxies.isEmpty { return }
    let fitting = proxies.filter { $0.object !== object && fits($0, object) }
    for proxy in fitting.sorted(by: { specificity($0) < specificity($1) }) {
      for rule in AppearanceRule.all { rule.apply(proxy.object, object) }
    }
  }

  /// For the tests, which share one process.
  static func forget() { proxies = [] }

  private static func fits(_ proxy: Proxy, _ object: NSObject) -> Bool {
    guard inherits(Swift.type(of: object), Swift.type(of: proxy.object)) else { return false }
    let traits = (object as? UIView)?.traitCollection
    if let wanted = proxy.trait, let traits, wanted.userInterfaceIdiom != .unspecified,
      wanted.userInterfaceIdiom != traits.userInterfaceIdiom
    {
      return false
    }
    var around = containers(of: object)[...]
    // The innermost container is named first.
    for wanted in proxy.containers {
      guard let place = around.firstIndex(where: { isKind($0, wanted) }) else { return false }
      around = around[(place + 1)...]
    }
    return true
  }

  private static func containers(of object: NSObject) -> [UIResponder] {
    let start = (object as? UIView)?.next ?? (object as? UIBarItem)?.bar
    return Array(sequence(first: start, next: { $0?.next }).prefix { $0 != nil }.compactMap { $0 })
  }

  private static func isKind(_ object: UIResponder, _ type: any UIAppearanceContainer.Type) -> Bool {
    inherits(Swift.type(of: object), type as AnyClass)
  }

  private static func inherits(_ type: AnyClass, _ ancestor: AnyClass) -> Bool {
    depth(of: type, below: ancestor) != nil
  }

  private static func depth(of type: AnyClass, below ancestor: AnyClass) -> Int? {
    var depth = 0
    var current: AnyClass? = type
    while let here = current {
      if here == ancestor { return depth }
      current = _getSuperclass(here)
      depth += 1
    }
    return nil
  }

  private static func specificity(_ proxy: Proxy) -> Int {
    proxy.containers.count * 100 + (depth(of: Swift.type(of: proxy.object), below: NSObject.self) ?? 0)
  }
}
