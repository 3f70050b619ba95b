// The interfaces of a service, and the answers about itself that every Varlink service owes (varlink.org/Service).
public import WireJSON

/// One interface: its name and its text in Varlink's interface definition language.
public struct InterfaceDescription: Hashable, Sendable {
  /// Reverse-domain name, such as `org.roost.Apps`.
  public let name: String
  public let text: String
  /// The members the text declares with `method`, unqualified.
  public let methods: Set<String>

  public init(name: String, text: String) {
    self.name = name
    self.text = text
    self.methods = Set(
      text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("method ") else { return nil }
        return String(line.dropFirst("method ".count).prefix { $0 != "(" && $0 != " " })
      })
  }
}

/// A registry of interfaces that decides who answers a call.
public struct Service: Sendable {
  /// The party that has to answer.
  public enum Route: Sendable {
    /// The service itself, with these parameters.
    case reply(JSON)
    /// The service itself, with an error.
    case fail(ServiceError)
    /// The owner of the interface: the method is declared.
    case dispatch
  }

  private let vendor: String
  private let product: String
  private let version: String
  private let url: String
  private let interfaces: [InterfaceDescription]
  /// By their full names, those that others answer.
  private let methods: Set<String>

  /// In bytes; the names of ours are far shorter. A longer one is neither looked up nor sent back as a whole: Swift hashes a text as
  /// Unicode has it, a megabyte in some 30 ms.
  static let longestName = 255

  /// - Parameter interfaces: what the service offers besides `org.varlink.service`, in the order GetInfo names them.
  public init(vendor: String, product: String, version: String, url: String, interfaces: [InterfaceDescription]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [Self.introspection] + interfaces
    methods = Set(interfaces.flatMap { interface in interface.methods.map { "\(interface.name).\($0)" } })
  }

  /// The route of a call. No method of ours leaves Varlink, so a call that wants to upgrade is answered here.
  public func route(_ call: Call) -> Route {
    guard call.method.utf8.count <= Self.longestName else { return Self.noInterface(call.method) }
    if methods.contains(call.method) {
      return call.wantsUpgrade ? .fail(.methodNotImplemented(call.method)) : .dispatch
    }
    let name = call.interface
    guard interfaces.contains(where: { $0.name == name }) else { return Self.noInterface(name) }
    guard name == Self.introspection.name,
      Self.introspection.methods.contains(String(call.method.dropFirst(name.count + 1)))
    else { return .fail(.methodNotFound(call.method)) }
    return call.wantsUpgrade ? .fail(.methodNotImplemented(call.method)) : introspect(call)
  }

  private func introspect(_ call: Call) -> Route {
    if call.method == "org.varlink.service.GetInfo" {
      return .reply([
        "vendor": .string(vendor), "product": .string(product), "version": .string(version), "url": .string(url),
        "interfaces": .array(interfaces.map { .string($0.name) }),
      ])
    }
    do {
      let name = try call.parameters().read("interface") as String
      guard name.utf8.count <= Self.longestName, let interface = interfaces.first(where: { $0.name == name }) else {
        return Self.noInterface(name)
      }
      return .reply(["description": .string(interface.text)])
    } catch {
      return .fail(error)
    }
  }

  /// Of a long name the reply has the beginning.
  private static func noInterface(_ name: String) -> Route {
    let isShort = name.utf8.count <= longestName
    return .fail(.interfaceNotFound(isShort ? name : String(decoding: name.utf8.prefix(longestName), as: UTF8.self)))
  }

  private static let introspection = InterfaceDescription(
    name: "org.varlink.service",
    text: """
      # The Varlink Service Interface is provided by every varlink service. It
      # describes the service and the interfaces it implements.
      interface org.varlink.service

      # Get a list of all the interfaces a service provides and information
      # about the implementation.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # Get the description of an interface that is implemented by this service.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The requested interface was not found.
      error InterfaceNotFound (interface: string)

      # The requested method was not found
      error MethodNotFound (method: string)

      # The interface defines the requested method, but the service does not
      # implement it.
      error MethodNotImplemented (method: string)

      # One of the passed parameters is invalid.
      error InvalidParameter (parameter: string)

      # Client is denied access
      error PermissionDenied ()

      # Method is expected to be called with 'more' set to true, but wasn't
      error ExpectedMore ()

      """)
}
