// The board: a cell lights up, and a tap on it scores. It lies under a cover while the game is paused.

import UIKit

class GameViewController: UIViewController {
  private static let columns = 4
  private static let rows = 6
  private var cells: [UIButton] = []
  private let score = UILabel()
  private let cover = UIButton(type: .custom)
  private var lit = 0
  private var timer: Timer?
  private(set) var points = 0

  /// The player taps to go on.
  var goesOn: () -> Void = {}

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.07, green: 0.09, blue: 0.16, alpha: 1)
    score.frame = CGRect(x: 20, y: 80, width: view.bounds.width - 40, height: 40)
    score.font = .monospacedDigitSystemFont(ofSize: 28, weight: .semibold)
    score.textColor = .white
    score.textAlignment = .center
    score.accessibilityIdentifier = "score"
    view.addSubview(score)
    let side = (view.bounds.width - 40 - 10 * CGFloat(Self.columns - 1)) / CGFloat(Self.columns)
    for index in 0..<(Self.columns * Self.rows) {
      let cell = UIButton(type: .custom)
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      cell.frame = CGRect(
        x: 20 + CGFloat(column) * (side + 10), y: 150 + CGFloat(row) * (side + 10), width: side, height: side)
      cell.layer.cornerRadius = 14
      cell.tag = index
      cell.addTarget(self, action: GameViewController.hit, for: .touchUpInside)
      cells.append(cell)
      view.addSubview(cell)
    }
    cover.frame = view.bounds
    cover.backgroundColor = UIColor(white: 0, alpha: 0.7)
    cover.setTitle("Paused: tap to go on", for: .normal)
    cover.setTitleColor(.white, for: .normal)
    cover.accessibilityIdentifier = "go on"
    cover.addTarget(self, action: GameViewController.resume, for: .touchUpInside)
    view.addSubview(cover)
    show()
  }

  /// Nothing moves while the game is paused.
  func set(isPaused: Bool) {
    loadViewIfNeeded()
    cover.isHidden = !isPaused
    timer?.invalidate()
    timer = nil
    if isPaused { return }
    timer = Timer.scheduledTimer(withTimeInterval: 0.9, repeats: true) { _ in
      MainActor.assumeIsolated { self.move() }
    }
  }

  private func move() {
    // Anywhere but where it was.
    lit = (lit + Int.random(in: 1..<cells.count)) % cells.count
    show()
  }

  private func hit(_ cell: UIButton) {
    points = max(0, points + (cell.tag == lit ? 1 : -1))
    if cell.tag == lit { move() }
    show()
  }

  private func resume() { goesOn() }

  private func show() {
    score.text = "\(points) points"
    for cell in cells {
      cell.backgroundColor = cell.tag == lit ? .systemYellow : UIColor(red: 0.15, green: 0.19, blue: 0.32, alpha: 1)
    }
  }
}
