// Serves org.roost.Bundles: installing, uninstalling, verifying (LA7), and where apps are.
import ControlAPI
import LifecycleModel
import Varlink

extension ControlServer {
  func install(_ request: BundlesInterface.Install, _ exchange: Exchange) {
    supervisor.install(request.path) { answer($0, exchange) { BundlesInterface.Install.Reply(id: $0.string) } }
  }

  func uninstall(_ request: BundlesInterface.Uninstall, _ exchange: Exchange) {
    supervisor.uninstall(named(request.id), for: ObjectIdentifier(exchange.connection)) {
      answer($0, exchange) { BundlesInterface.Uninstall.Reply(path: $0) }
    }
  }

  func verify(_ request: BundlesInterface.Verify, _ exchange: Exchange) {
    withApp(request.id, exchange) { app in
      supervisor.verify(app.description.id) { answer($0, exchange) { Done() } }
    }
  }

  func locate(_ request: BundlesInterface.Locate, _ exchange: Exchange) {
    guard let places = supervisor.places(of: named(request.id)) else {
      return exchange.fail(.unknownApp(app: request.id))
    }
    exchange.reply(BundlesInterface.Locate.Reply(bundle: places.bundle, container: places.container))
  }
}

private func answer<Value, Reply: Encodable>(
  _ result: Result<Value, InstallError>, _ exchange: ControlServer.Exchange, _ reply: (Value) -> Reply
) {
  switch result {
  case .success(let value): exchange.reply(reply(value))
  case .failure(let error): exchange.fail(.bundleRefused(message: "\(error)"))
  }
}
