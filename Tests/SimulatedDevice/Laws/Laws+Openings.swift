// The law of openings: each thing to open is opened once, unless its app ended or is not on screen (LA6).

import LifecycleModel

/// The fate of something to open. The laws tell one from another by the number at the end of its words.
struct OpeningTrack {
  let app: AppID
  var inLaunch = 0
  var delivered = 0
  /// Its app ended, or said at launch that it does not want it.
  var isGone = false
}

extension Laws {
  mutating func opens(_ words: String, _ app: AppID) {
    if let number = words.number { openings[number] = OpeningTrack(app: app) }
  }

  mutating func inLaunch(_ words: String, _ app: AppID) {
    guard let number = words.number else { return }
    openings[number]?.inLaunch += 1
    require(openings[number]?.app == app, "LA4 launch options reach the app they are for: \(words)")
  }

  mutating func delivered(_ words: String, _ app: AppID) {
    guard let number = words.number, openings[number] != nil else {
      return self.break("only what was to be opened is opened: \(words)")
    }
    openings[number]?.delivered += 1
    require(openings[number]?.app == app, "LA6 what is to be opened reaches the app it is for: \(words)")
    require(openings[number]?.delivered == 1, "LA6 what is to be opened is opened once: \(words)")
  }

  mutating func declined(_ words: [String]) {
    for number in words.compactMap(\.number) { openings[number]?.isGone = true }
  }

  /// The things that its app was to open are lost with it, or wait for the next life.
  mutating func endedOpenings(_ app: AppID) {
    for (number, opening) in openings where opening.app == app { openings[number]?.isGone = true }
  }

  mutating func checkOpenings(_ device: Device) {
    for (number, opening) in openings where opening.delivered == 0 && !opening.isGone {
      let isShown = device.front.contains(opening.app) && !device.isLocked
      require(!isShown, "LA6 an app on screen opens what it is given: number \(number), \(opening.app)")
    }
  }
}

extension LaunchOptions {
  /// The things to open, in words.
  var parts: [String] { [url, shortcut, activity, response?.notification.notification.identifier].compactMap(\.self) }
}

extension Opening {
  var words: String {
    switch self {
    case .url(let words, _), .shortcut(let words), .activity(let words): words
    case .notification(let response): response.notification.notification.identifier
    }
  }
}

extension AppID {
  /// In random schedules every app declares the scheme that is its own name.
  init?(openedBy url: String) {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    self.init(String(url[..<colon]))
  }
}

extension String {
  fileprivate var number: Int? { Int(suffix(\.isNumber)) }

  private func suffix(_ isPart: (Character) -> Bool) -> String {
    String(reversed().prefix(while: isPart).reversed())
  }
}
