// UITableViewHeaderFooterView: the lines above and below a table's section.

/// A view above or below the rows of a section.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
  public let reuseIdentifier: String?
  public let contentView = UIView(frame: .zero)
  open private(set) lazy var textLabel: UILabel? = {
    let label = UILabel(frame: .zero)
    label.font = .boldSystemFont(ofSize: 13)
    label.textColor = .secondaryLabel
    contentView.addSubview(label)
    return label
  }()

  public required init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// Nothing is reused, but subclasses may call it.
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = CGRect(origin: .zero, size: bounds.size)
    for label in contentView.subviews where label === textLabel {
      label.frame = CGRect(x: 16, y: 0, width: max(0, bounds.width - 32), height: bounds.height)
    }
  }
}

extension UITableView {
  /// A height that the table chooses itself.
  public nonisolated static let automaticDimension: CGFloat = -1

  /// The view above or below a section, and its height; nil for none.
  func sectionView(_ section: Int, isHeader: Bool) -> (view: UIView, height: CGFloat)? {
    let delegate = delegate as? any UITableViewDelegate
    let asked =
      isHeader
      ? delegate?.tableView(self, heightForHeaderInSection: section)
      : delegate?.tableView(self, heightForFooterInSection: section)
    let height = asked.map { $0 < 0 ? 28 : $0 } ?? 28
    let own =
      isHeader
      ? delegate?.tableView(self, viewForHeaderInSection: section)
      : delegate?.tableView(self, viewForFooterInSection: section)
    if let own { return height > 0 ? (own, height) : nil }
    let title =
      isHeader
      ? dataSource?.tableView(self, titleForHeaderInSection: section)
      : dataSource?.tableView(self, titleForFooterInSection: section)
    guard let title, height > 0 else { return nil }
    let plain = UITableViewHeaderFooterView(reuseIdentifier: nil)
    plain.textLabel?.text = title
    return (plain, height)
  }
}
