// An onboarding screen as many apps have it: one permission after the other, and what follows from each answer.

import AVFoundation
import AppTrackingTransparency
import Contacts
import CoreLocation
import Photos
import UIKit
import UserNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  var window: UIWindow?
  private let locationManager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    locationManager.delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
      guard granted else { return print("notifications: \(String(describing: error))") }
      DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if ATTrackingManager.trackingAuthorizationStatus == .notDetermined {
      ATTrackingManager.requestTrackingAuthorization { status in print("tracking: \(status == .authorized)") }
    }
    switch locationManager.authorizationStatus {
    case .notDetermined: locationManager.requestWhenInUseAuthorization()
    case .authorizedWhenInUse, .authorizedAlways: locationManager.startUpdatingLocation()
    case .denied, .restricted: print("no location")
    @unknown default: break
    }
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    if manager.authorizationStatus == .authorizedWhenInUse { manager.startUpdatingLocation() }
  }

  func openCamera() {
    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized: print("camera")
    case .notDetermined:
      AVCaptureDevice.requestAccess(for: .video) { granted in
        DispatchQueue.main.async { if granted { self.openCamera() } }
      }
    case .denied, .restricted:
      let alert = UIAlertController(title: "Camera", message: "Allow it in Settings.", preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      window?.rootViewController?.present(alert, animated: true)
    @unknown default: break
    }
  }

  func record() async -> Bool {
    if #available(iOS 17, *) { return await AVAudioApplication.requestRecordPermission() }
    AVAudioSession.sharedInstance().requestRecordPermission { print($0) }
    return AVAudioSession.sharedInstance().recordPermission == .granted
  }

  func share() {
    PHPhotoLibrary.requestAuthorization(for: .addOnly) { status in print(status == .authorized || status == .limited) }
    CNContactStore().requestAccess(for: .contacts) { granted, error in
      print(granted, error?.localizedDescription ?? "no error")
    }
  }
}
