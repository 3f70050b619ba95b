// The view's own state: which app is chosen, which apps are shown and in which order, and what keys do.
package import ControlAPI

package struct Top: Sendable {
  package enum Order: String, CaseIterable, Sendable { case name, state, memory, cpu }

  /// The purposes of keys.
  enum Mode: Hashable, Sendable {
    case apps
    /// A filter is being typed.
    case filter
    case help
    case page(Page)
  }

  /// A text to read, over everything else.
  struct Page: Hashable, Sendable {
    let title: String
    let lines: [String]
    var first = 0
  }

  /// Something that the daemon or the terminal has to do.
  package enum Deed: Hashable, Sendable {
    case home, lock, unlock, warn
    case switcher(open: Bool)
    case launch(String), quit(String), report(String)
    case leave, suspend, redraw
  }

  package var order: Order
  package var filter: String
  package var isOnlyRunning: Bool
  /// A sentence about the last deed.
  package var message: String?
  private(set) var mode = Mode.apps
  private(set) var chosen: String?

  package init(order: Order = .name, filter: String = "", onlyRunning: Bool = false) {
    self.order = order
    self.filter = filter
    isOnlyRunning = onlyRunning
  }

  package mutating func show(page title: String, _ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    mode = .page(Page(title: title, lines: lines))
  }

  // MARK: Apps

  /// The apps that are shown, in order.
  package func apps(of glance: Glance) -> [AppStatus] {
    let filter = filter.lowercased()
    let shown = glance.apps.filter { app in
      (!isOnlyRunning || app.state != .notRunning)
        && (filter.isEmpty || app.id.lowercased().contains(filter) || app.state.rawValue.lowercased().contains(filter))
    }
    // The daemon lists them by name, and `sorted` keeps equal ones in their order.
    switch order {
    case .name: return shown
    case .state: return shown.sorted { $0.state.rank < $1.state.rank }
    case .memory: return shown.sorted { $0.footprint > $1.footprint }
    case .cpu: return shown.sorted { glance.shares[$0.id] ?? -1 > glance.shares[$1.id] ?? -1 }
    }
  }

  /// The chosen app: the one that a person chose as long as it is shown, otherwise the first.
  func choice(_ apps: [AppStatus]) -> String? {
    apps.contains { $0.id == chosen } ? chosen : apps.first?.id
  }

  // MARK: Keys

  package mutating func press(_ key: Key, _ glance: Glance) -> Deed? {
    switch key {
    case .interrupt: return .leave
    case .suspend: return .suspend
    case .redraw: return .redraw
    case .character, .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace: break
    }
    message = nil
    switch mode {
    case .apps: return pressAmongApps(key, glance)
    case .filter:
      type(key)
      return nil
    case .help:
      mode = .apps
      return nil
    case .page(let page):
      turn(page, key)
      return nil
    }
  }

  private mutating func pressAmongApps(_ key: Key, _ glance: Glance) -> Deed? {
    let apps = apps(of: glance)
    let choice = choice(apps)
    switch key {
    case .up: choose(-1, apps)
    case .down: choose(1, apps)
    case .pageUp: choose(-10, apps)
    case .pageDown: choose(10, apps)
    case .home: chosen = apps.first?.id
    case .end: chosen = apps.last?.id
    case .escape: filter = ""
    case .enter, .character("l"): return choice.map(Deed.launch)
    case .character("h"): return .home
    case .character("k"): return glance.device?.locked == true ? .unlock : .lock
    case .character("s"): return .switcher(open: glance.device?.panels.contains(.switcher) != true)
    case .character("w"): return .warn
    case .character("x"): return choice.map(Deed.quit)
    case .character("r"): return choice.map(Deed.report)
    case .character("q"): return .leave
    case .character("o"):
      let orders = Order.allCases
      order = orders[((orders.firstIndex(of: order) ?? 0) + 1) % orders.count]
    case .character("a"): isOnlyRunning.toggle()
    case .character("/"): mode = .filter
    case .character("?"): mode = .help
    case .character, .backspace, .interrupt, .suspend, .redraw: break
    }
    return nil
  }

  private mutating func choose(_ step: Int, _ apps: [AppStatus]) {
    guard let choice = choice(apps), let place = apps.firstIndex(where: { $0.id == choice }) else { return }
    chosen = apps[min(max(0, place + step), apps.count - 1)].id
  }

  private mutating func type(_ key: Key) {
    switch key {
    case .character(let character): filter.append(character)
    case .backspace: _ = filter.popLast()
    case .enter: mode = .apps
    case .escape: (mode, filter) = (.apps, "")
    case .up, .down, .pageUp, .pageDown, .home, .end, .interrupt, .suspend, .redraw: break
    }
  }

  private mutating func turn(_ page: Page, _ key: Key) {
    var page = page
    switch key {
    case .up: page.first -= 1
    case .down: page.first += 1
    case .pageUp: page.first -= 10
    case .pageDown, .character(" "): page.first += 10
    case .home: page.first = 0
    case .end: page.first = page.lines.count - 1
    case .character, .enter, .escape, .backspace, .interrupt, .suspend, .redraw:
      mode = .apps
      return
    }
    page.first = max(0, min(page.first, page.lines.count - 1))
    mode = .page(page)
  }
}

extension AppStatus.State {
  /// The nearest to the user first.
  fileprivate var rank: Int {
    switch self {
    case .active: 0
    case .inactive: 1
    case .background: 2
    case .suspended: 3
    case .notRunning: 4
    }
  }

  var style: Style {
    switch self {
    case .notRunning: .faint
    case .inactive: .yellow
    case .active: .green
    case .background: .cyan
    case .suspended: .plain
    }
  }
}
