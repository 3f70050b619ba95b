// Onboarding asks for one permission after the other by Apple's classes, and writes down the answers.

import AVFoundation
import AppTrackingTransparency
import Contacts
import CoreBluetooth
import CoreLocation
import Photos
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate, @preconcurrency CLLocationManagerDelegate,
  @preconcurrency CBCentralManagerDelegate
{
  private let locations = CLLocationManager()
  private static let isEarly = CommandLine.arguments.contains("early")
  /// With the launch argument `early` it is there before the app is launched.
  private var central: CBCentralManager? = AppDelegate.isEarly ? CBCentralManager(delegate: nil, queue: .main) : nil

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    locations.delegate = self
    if let central {
      note("launched")
      central.delegate = self
    }
    return true
  }

  /// `onboarding:camera` asks for the camera, and so on by the names of `roostctl privacy`.
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    let service = String(url.absoluteString.dropFirst("onboarding:".count))
    note("\(service) is \(status(of: service))")
    ask(for: service)
    return true
  }

  private func status(of service: String) -> String {
    switch service {
    case "camera": "\(AVCaptureDevice.authorizationStatus(for: .video))"
    case "microphone": "\(AVCaptureDevice.authorizationStatus(for: .audio))"
    case "photos": "\(PHPhotoLibrary.authorizationStatus(for: .readWrite))"
    case "contacts": "\(CNContactStore.authorizationStatus(for: .contacts))"
    case "tracking": "\(ATTrackingManager.trackingAuthorizationStatus)"
    case "location": "\(locations.authorizationStatus)"
    case "bluetooth": "\(CBCentralManager.authorization)"
    default: "-"
    }
  }

  private func ask(for service: String) {
    let answered: @Sendable (Bool) -> Void = { granted in
      DispatchQueue.main.async { self.answered(service, granted) }
    }
    switch service {
    case "camera": AVCaptureDevice.requestAccess(for: .video, completionHandler: answered)
    case "microphone": AVCaptureDevice.requestAccess(for: .audio, completionHandler: answered)
    case "photos": PHPhotoLibrary.requestAuthorization(for: .readWrite) { answered($0 == .authorized) }
    case "contacts": CNContactStore().requestAccess(for: .contacts) { granted, _ in answered(granted) }
    case "tracking": ATTrackingManager.requestTrackingAuthorization { answered($0 == .authorized) }
    case "notifications":
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) { granted, _ in
        answered(granted)
      }
    case "location": locations.requestWhenInUseAuthorization()
    case "bluetooth": central = CBCentralManager(delegate: self, queue: .main)
    default: break
    }
  }

  private func answered(_ service: String, _ granted: Bool) {
    note("\(service) \(granted ? "granted" : "refused"), is \(status(of: service))")
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    guard manager.authorizationStatus != .notDetermined else { return }
    answered("location", manager.authorizationStatus == .authorizedWhenInUse)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.authorization != .notDetermined else { return }
    answered("bluetooth", central.state == .poweredOn)
  }

  private func note(_ line: String) {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/notes")
    let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    try? Data((before + line + "\n").utf8).write(to: file, options: .atomic)
  }
}
