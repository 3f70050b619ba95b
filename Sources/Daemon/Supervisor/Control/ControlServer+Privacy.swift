// Serves org.roost.Privacy, and the user's answer to an alert: the permissions of apps, as the user decides about them (PR).
import Bundles
import ControlAPI
import LifecycleModel
import Stores
import Varlink

extension ControlServer {
  /// PR2: of the alert that the client names; of any where it names none.
  func answerAlert(_ answer: PromptAnswer, _ request: DeviceInterface.Alert, _ exchange: Exchange) {
    let service = request.service.map { PrivacyService($0) }
    change(request, exchange, .answerPrompt(answer, of: request.app.map { named($0) }, for: service))
  }

  /// Answers when the permission is on disk.
  func setPermission(_ request: PrivacyInterface.Set, _ exchange: Exchange) {
    let permission: Permission? =
      switch request.decision {
      case .grant: .granted
      case .deny: .denied
      case .reset: nil
      case .ask: .ask
      }
    let wish = Wish.setPermission(named(request.id), PrivacyService(request.service), permission)
    change(request, exchange, wish) { limit in
      .deviceTimedOut(message: "the app did not handle it in \(limit) ms; it may still do so")
    } done: { [unowned self] in
      let giveBack = waitsFurther(request, for: wish)
      supervisor.whenKept { kept in
        giveBack()
        switch kept {
        case .onDisk: exchange.reply(Done())
        case .inMemory:
          exchange.fail(
            .notKept(
              message: "the permission is in force until roostd ends: it could not be written; roostd goes on trying, "
                + "its log says why"))
        }
      }
    }
  }
}

extension Supervisor {
  /// Those that are decided or asked for. Nil: of every app.
  func permissions(of id: String?) -> [PermissionEntry] {
    let lifecycle = model.lifecycle
    return lifecycle.apps.keys.filter { id == nil || $0.string == id }.sorted().flatMap { app in
      PrivacyService.allCases.compactMap { service in
        let status = lifecycle.status(of: service, for: app)
        let isAsking = lifecycle.isAsked(for: service, by: app)
        let shown = lifecycle.device.prompt
        guard isAsking || lifecycle.device.facts.permissions[app]?[service] != nil || status != .undetermined else {
          return nil
        }
        return PermissionEntry(
          app: app.string, service: PrivacyInterface.Service(service), status: PermissionEntry.Status(status),
          asking: isAsking, shown: shown?.app == app && shown?.service == service,
          purpose: launcher.catalog.bundles[app]?.purposes[service])
      }
    }
  }
}

// The control interface and the model name the same things; each switch is checked when either changes.
extension PrivacyService {
  init(_ service: PrivacyInterface.Service) {
    switch service {
    case .notifications: self = .notifications
    case .location: self = .location
    case .camera: self = .camera
    case .microphone: self = .microphone
    case .contacts: self = .contacts
    case .photos: self = .photos
    case .tracking: self = .tracking
    case .bluetooth: self = .bluetooth
    case .localNetwork: self = .localNetwork
    }
  }
}

extension PrivacyInterface.Service {
  init(_ service: PrivacyService) {
    switch service {
    case .notifications: self = .notifications
    case .location: self = .location
    case .camera: self = .camera
    case .microphone: self = .microphone
    case .contacts: self = .contacts
    case .photos: self = .photos
    case .tracking: self = .tracking
    case .bluetooth: self = .bluetooth
    case .localNetwork: self = .localNetwork
    }
  }
}

extension PermissionEntry.Status {
  init(_ status: PermissionStatus) {
    switch status {
    case .undetermined: self = .undetermined
    case .granted: self = .granted
    case .denied: self = .denied
    }
  }
}
