// AVAudioSession: what the app uses sound for, and with that whether it plays on behind the screen (BX3).

import RoostAgent
import Synchronization

/// The app's say in how the system treats its sound.
open class AVAudioSession: NSObject, @unchecked Sendable {
  // @unchecked: all that changes is in the Mutex.
  private static let shared = AVAudioSession()

  /// The app's one session.
  open class func sharedInstance() -> AVAudioSession { shared }

  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var isActive = false
    var activity: Activity?
  }
  private let state = Mutex(State())

  /// Whether something keeps the app running behind the screen for its sound.
  var goesOnBehindTheScreen: Bool { state.withLock { $0.activity != nil } }

  open var category: Category { state.withLock { $0.category } }
  open var mode: Mode { state.withLock { $0.mode } }
  open var categoryOptions: CategoryOptions { state.withLock { $0.options } }

  /// The volume of the device, which its buttons change, 0 to 1. There are no key paths to observe on Linux: while the
  /// app runs, ``outputVolumeDidChange`` is posted when it has changed.
  open var outputVolume: Float { Float(OutputVolume.level) }
  /// Roost's own name.
  public static let outputVolumeDidChange = Notification.Name(OutputVolume.didChange)

  open func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws {
    state.withLock { state in
      state.category = category
      state.mode = mode
      state.options = options
      Self.settle(&state)
    }
  }

  /// An active session of a category that plays on behind the screen keeps the app running there, if its
  /// `UIBackgroundModes` hold `audio`. Without that mode it is active until the app is suspended.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    state.withLock { state in
      state.isActive = active
      Self.settle(&state)
    }
  }

  private static func settle(_ state: inout State) {
    let goesOn = state.isActive && state.category.goesOnBehindTheScreen
    if !goesOn {
      state.activity?.end()
      state.activity = nil
    } else if state.activity == nil {
      state.activity = Activity(.audio)
    }
  }
}

extension AVAudioSession {
  /// The role of sound in the app.
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

    /// The others fall silent when the screen is left.
    fileprivate var goesOnBehindTheScreen: Bool { self != .ambient && self != .soloAmbient }
  }

  /// The purpose that a category is used for; kept for the app.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
  }

  /// The way in which the app's sound goes with that of others; kept for the app: the machine's sound server mixes.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let mixWithOthers = CategoryOptions(rawValue: 1 << 0)
    public static let duckOthers = CategoryOptions(rawValue: 1 << 1)
  }

  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1 << 0)
  }
}
