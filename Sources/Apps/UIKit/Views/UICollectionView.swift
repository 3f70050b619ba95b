// UICollectionView: items in an order that a layout says.

/// The source of a collection's cells.
@preconcurrency @MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
  func numberOfSections(in collectionView: UICollectionView) -> Int
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

/// The calls of a collection.
@preconcurrency @MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
}

/// The sizes that a flow layout asks for.
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
}

/// Says where the items of a collection are.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
  open internal(set) weak var collectionView: UICollectionView?
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  open func invalidateLayout() { collectionView?.setNeedsLayout() }
  /// The places of items of these sizes in a collection of this width.
  func frames(of sizes: [[CGSize]], width: CGFloat) -> [[CGRect]] { sizes.map { $0.map { _ in .zero } } }
  func size(of indexPath: IndexPath) -> CGSize { .zero }
}

/// Items in rows, from the top.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
  open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }

  override func size(of indexPath: IndexPath) -> CGSize {
    guard let collectionView, let delegate = collectionView.delegate as? any UICollectionViewDelegateFlowLayout else {
      return itemSize
    }
    return delegate.collectionView(collectionView, layout: self, sizeForItemAt: indexPath)
  }

  override func frames(of sizes: [[CGSize]], width: CGFloat) -> [[CGRect]] {
    var top: CGFloat = 0
    return sizes.map { items in
      var (x, y, line) = (sectionInset.left, top + sectionInset.top, CGFloat(0))
      let frames = items.map { size in
        if x > sectionInset.left, x + size.width > width - sectionInset.right {
          (x, y, line) = (sectionInset.left, y + line + minimumLineSpacing, 0)
        }
        defer {
          x += size.width + minimumInteritemSpacing
          line = max(line, size.height)
        }
        return CGRect(origin: CGPoint(x: x, y: y), size: size)
      }
      top = y + line + sectionInset.bottom
      return frames
    }
  }
}

/// One item of a collection.
@preconcurrency @MainActor
open class UICollectionViewCell: UIView {
  public let contentView = UIView(frame: .zero)
  open internal(set) var reuseIdentifier: String?
  open var isSelected = false
  open var isHighlighted = false
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?

  public override required init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// Nothing is reused, but subclasses may call it.
  open func prepareForReuse() {}
  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = CGRect(origin: .zero, size: bounds.size)
  }
}

/// Items as a layout says.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
  open var collectionViewLayout: UICollectionViewLayout { didSet { adopt() } }
  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var backgroundView: UIView?
  private var classes: [String: UICollectionViewCell.Type] = [:]
  private var cells: [[UICollectionViewCell]] = []
  private var isLoaded = false
  private var chosen: [IndexPath] = []

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    adopt()
  }
  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    adopt()
  }

  private func adopt() {
    collectionViewLayout.collectionView = self
    setNeedsLayout()
  }

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UICollectionViewCell.Type
  }
  /// Nothing is reused: a collection here has as many cells as items.
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = (classes[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
    cell.reuseIdentifier = identifier
    return cell
  }

  open func reloadData() {
    isLoaded = false
    chosen = []
    setNeedsLayout()
    contentChanged()
  }
  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
  open func numberOfItems(inSection section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    layoutIfNeeded()
    guard cells.indices.contains(indexPath.section), cells[indexPath.section].indices.contains(indexPath.item) else {
      return nil
    }
    return cells[indexPath.section][indexPath.item]
  }
  open var visibleCells: [UICollectionViewCell] { cells.flatMap { $0 } }
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    for (section, items) in cells.enumerated() {
      guard let item = items.firstIndex(where: { $0.frame.holds(point) }) else { continue }
      return IndexPath(item: item, section: section)
    }
    return nil
  }

  // MARK: Choosing

  /// In the order in which they were chosen.
  open var indexPathsForSelectedItems: [IndexPath]? { chosen }
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard let index = chosen.firstIndex(of: indexPath) else { return }
    chosen.remove(at: index)
    cellForItem(at: indexPath)?.isSelected = false
  }

  /// A finger that neither scrolled nor was taken by what is in the cell: the item is chosen, or no longer.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard allowsSelection, let touch = touches.first, let path = indexPathForItem(at: touch.location(in: self)) else {
      return super.touchesEnded(touches, with: event)
    }
    let delegate = self.delegate as? any UICollectionViewDelegate
    let isChosen = chosen.contains(path)
    let gone = allowsMultipleSelection ? (isChosen ? [path] : []) : chosen.filter { $0 != path }
    for path in gone { deselectItem(at: path, animated: false) }
    let comes = !(allowsMultipleSelection && isChosen)
    if !isChosen {
      chosen.append(path)
      cellForItem(at: path)?.isSelected = true
    }
    for path in gone { delegate?.collectionView(self, didDeselectItemAt: path) }
    if comes { delegate?.collectionView(self, didSelectItemAt: path) }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if !isLoaded { load() }
    let sizes = cells.enumerated().map { section, items in
      items.indices.map { collectionViewLayout.size(of: IndexPath(item: $0, section: section)) }
    }
    let frames = collectionViewLayout.frames(of: sizes, width: bounds.width)
    for (cell, frame) in zip(cells.joined(), frames.joined()) { cell.frame = frame }
    contentSize = CGSize(width: bounds.width, height: frames.joined().map(\.maxY).max() ?? 0)
  }

  private func load() {
    isLoaded = true
    for cell in cells.joined() { cell.removeFromSuperview() }
    cells = []
    guard let dataSource else { return }
    cells = (0..<max(0, numberOfSections)).map { section in
      (0..<max(0, numberOfItems(inSection: section))).map { item in
        let cell = dataSource.collectionView(self, cellForItemAt: IndexPath(item: item, section: section))
        addSubview(cell)
        return cell
      }
    }
  }
}
