// CoreMotion for a device without motion sensors: everything can be asked for, and nothing is available.

@_exported public import Foundation

/// The user's permission for motion: this device has none to ask for.
public enum CMAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized
}

/// The sensors. It remembers which of them the app has started; none brings data.
open class CMMotionManager: NSObject {
  open var isAccelerometerAvailable: Bool { false }
  open var isGyroAvailable: Bool { false }
  open var isMagnetometerAvailable: Bool { false }
  open var isDeviceMotionAvailable: Bool { false }
  open private(set) var isAccelerometerActive = false
  open private(set) var isGyroActive = false
  open private(set) var isMagnetometerActive = false
  open private(set) var isDeviceMotionActive = false
  open var accelerometerUpdateInterval: TimeInterval = 0
  open var gyroUpdateInterval: TimeInterval = 0
  open var magnetometerUpdateInterval: TimeInterval = 0
  open var deviceMotionUpdateInterval: TimeInterval = 0

  open func startAccelerometerUpdates() { isAccelerometerActive = true }
  open func stopAccelerometerUpdates() { isAccelerometerActive = false }
  open func startGyroUpdates() { isGyroActive = true }
  open func stopGyroUpdates() { isGyroActive = false }
  open func startMagnetometerUpdates() { isMagnetometerActive = true }
  open func stopMagnetometerUpdates() { isMagnetometerActive = false }
  open func startDeviceMotionUpdates() { isDeviceMotionActive = true }
  open func stopDeviceMotionUpdates() { isDeviceMotionActive = false }
}

/// The kind of movement: never known here.
open class CMMotionActivityManager: NSObject {
  open class func isActivityAvailable() -> Bool { false }
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }
}

/// Steps: never counted here.
open class CMPedometer: NSObject {
  open class func isStepCountingAvailable() -> Bool { false }
  open class func isDistanceAvailable() -> Bool { false }
  open class func isFloorCountingAvailable() -> Bool { false }
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }
}
