// UITableView: rows of cells, one below the other.

/// The source of a table's cells.
@preconcurrency @MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
}

/// The calls and questions of a table.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.rowHeight
  }
  public func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  public func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
  public func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { nil }
  public func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    UITableView.automaticDimension
  }
  public func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    UITableView.automaticDimension
  }
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
}

/// Rows of cells.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }

  public let style: Style
  open weak var dataSource: (any UITableViewDataSource)? { didSet { setNeedsReload() } }
  open var rowHeight: CGFloat = 44
  open var estimatedRowHeight: CGFloat = 44
  open var tableHeaderView: UIView?
  open var tableFooterView: UIView?
  open var separatorColor: UIColor?
  open var sectionIndexColor: UIColor?
  open var allowsSelection = true
  open private(set) var indexPathForSelectedRow: IndexPath?
  private var cellClasses: [String: UITableViewCell.Type] = [:]
  private var cells: [(path: IndexPath, cell: UITableViewCell)] = []
  private var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
  private var headers: [Int: (view: UIView, height: CGFloat)] = [:]
  private var footers: [Int: (view: UIView, height: CGFloat)] = [:]
  private var isLoaded = false

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
  }
  public convenience override init(frame: CGRect) { self.init(frame: frame, style: .plain) }
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass as? UITableViewCell.Type
  }

  /// Nothing is reused: a table here has as many cells as rows.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    cellClasses[identifier]?.init(style: .default, reuseIdentifier: identifier)
  }
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerClasses[identifier] = aClass as? UITableViewHeaderFooterView.Type
  }
  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    headerClasses[identifier]?.init(reuseIdentifier: identifier)
  }
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    layoutIfNeeded()
    return headers[section]?.view as? UITableViewHeaderFooterView
  }
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    layoutIfNeeded()
    return footers[section]?.view as? UITableViewHeaderFooterView
  }

  open func reloadData() { setNeedsReload() }
  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
  open func numberOfRows(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    layoutIfNeeded()
    return cells.first { $0.path == indexPath }?.cell
  }
  open var visibleCells: [UITableViewCell] { cells.map(\.cell) }
  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    if let old = indexPathForSelectedRow { cellForRow(at: old)?.setSelected(false, animated: animated) }
    indexPathForSelectedRow = indexPath
    if let indexPath { cellForRow(at: indexPath)?.setSelected(true, animated: animated) }
  }
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard indexPathForSelectedRow == indexPath else { return }
    indexPathForSelectedRow = nil
    cellForRow(at: indexPath)?.setSelected(false, animated: animated)
  }
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { cells.first { $0.cell === cell }?.path }
  open func indexPathForRow(at point: CGPoint) -> IndexPath? { cells.first { $0.cell.frame.holds(point) }?.path }

  /// A finger that neither scrolled nor was taken by what is in the cell: the row is chosen.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard allowsSelection, let touch = touches.first, let path = indexPathForRow(at: touch.location(in: self)) else {
      return super.touchesEnded(touches, with: event)
    }
    let delegate = self.delegate as? any UITableViewDelegate
    guard delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return }
    guard let delegate else { return selectRow(at: path, animated: false, scrollPosition: .none) }
    guard let chosen = delegate.tableView(self, willSelectRowAt: path) else { return }
    let old = indexPathForSelectedRow
    selectRow(at: chosen, animated: false, scrollPosition: .none)
    if let old, old != chosen { delegate.tableView(self, didDeselectRowAt: old) }
    delegate.tableView(self, didSelectRowAt: chosen)
  }

  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  private func setNeedsReload() {
    isLoaded = false
    // At once, and not with the new cells: a row that is selected before these come stays so.
    indexPathForSelectedRow = nil
    setNeedsLayout()
    contentChanged()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if !isLoaded { load() }
    var y = tableHeaderView?.frame.height ?? 0
    var rest = cells[...]
    for section in 0..<sections {
      y = place(headers[section], at: y)
      while let (path, cell) = rest.first, path.section == section {
        let asked = (delegate as? any UITableViewDelegate)?.tableView(self, heightForRowAt: path) ?? rowHeight
        // A height that the table chooses.
        y = place((cell, asked < 0 ? 44 : asked), at: y)
        rest = rest.dropFirst()
      }
      y = place(footers[section], at: y)
    }
    contentSize = CGSize(width: bounds.width, height: y)
  }

  private var sections = 0

  /// Returns where the next one begins.
  private func place(_ part: (view: UIView, height: CGFloat)?, at y: CGFloat) -> CGFloat {
    guard let part else { return y }
    part.view.frame = CGRect(x: 0, y: y, width: bounds.width, height: part.height)
    return y + part.height
  }

  private func load() {
    isLoaded = true
    for (_, cell) in cells { cell.removeFromSuperview() }
    for part in [headers, footers].flatMap(\.values) { part.view.removeFromSuperview() }
    cells = []
    headers = [:]
    footers = [:]
    sections = 0
    guard let dataSource else { return }
    sections = max(0, numberOfSections)
    for section in 0..<sections {
      headers[section] = sectionView(section, isHeader: true)
      footers[section] = sectionView(section, isHeader: false)
      for part in [headers[section], footers[section]].compactMap({ $0 }) { addSubview(part.view) }
      for row in 0..<max(0, numberOfRows(inSection: section)) {
        let path = IndexPath(row: row, section: section)
        let cell = dataSource.tableView(self, cellForRowAt: path)
        cells.append((path, cell))
        addSubview(cell)
      }
    }
  }
}

/// One row of a table.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }

  public let reuseIdentifier: String?
  public let contentView = UIView(frame: .zero)
  open private(set) lazy var textLabel: UILabel? = addLabel(UIFont.systemFont(ofSize: 17))
  open private(set) lazy var detailTextLabel: UILabel? = addLabel(UIFont.systemFont(ofSize: 12))
  open private(set) lazy var imageView: UIImageView? = UIImageView(image: nil)
  open var accessoryType = AccessoryType.none
  open var selectionStyle = SelectionStyle.default
  open var selectedBackgroundView: UIView?
  open var isSelected = false
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    addSubview(contentView)
  }

  private func addLabel(_ font: UIFont) -> UILabel {
    let label = UILabel(frame: .zero)
    label.font = font
    contentView.addSubview(label)
    return label
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = CGRect(origin: .zero, size: bounds.size)
    let labels = contentView.subviews.filter { $0 is UILabel }
    let height = bounds.height / CGFloat(max(1, labels.count))
    for (number, label) in labels.enumerated() {
      label.frame = CGRect(x: 16, y: CGFloat(number) * height, width: max(0, bounds.width - 32), height: height)
    }
  }
}

extension IndexPath {
  /// A row of a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { self[0] }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
}
