// UISheetPresentationController: the heights of a sheet. They are kept for the app: a sheet has its presenter's size.

/// `UISheetPresentationControllerDetentResolutionContext`: the room that a sheet has.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  var containerTraitCollection: UITraitCollection { get }
  var maximumDetentValue: CGFloat { get }
}

/// `UISheetPresentationController`: the presentation of a controller whose style is `pageSheet`, `formSheet` or
/// `automatic`.
@preconcurrency @MainActor
open class UISheetPresentationController: UIPresentationController {
  /// `UISheetPresentationController.Detent`: a height at which a sheet rests.
  @preconcurrency @MainActor
  open class Detent: NSObject {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public init(_ rawValue: String) { self.rawValue = rawValue }
      public static let medium = Identifier("com.apple.UIKit.medium")
      public static let large = Identifier("com.apple.UIKit.large")
    }

    public final let identifier: Identifier
    private let height: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

    private init(
      _ identifier: Identifier,
      _ height: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) {
      self.identifier = identifier
      self.height = height
      super.init()
    }

    /// Half of the room; none where the height is compact.
    public static func medium() -> Detent {
      Detent(.medium) { $0.containerTraitCollection.verticalSizeClass == .compact ? nil : $0.maximumDetentValue / 2 }
    }
    public static func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }
    /// - Parameter resolver: asked by ``resolvedValue(in:)`` alone.
    public static func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent { Detent(identifier ?? Identifier(UUID().uuidString), resolver) }

    open func resolvedValue(in context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat? {
      height(context)
    }
  }

  open var detents: [Detent] = [.large()]
  /// As the app sets it; no finger drags a sheet to another height.
  open var selectedDetentIdentifier: Detent.Identifier?
  open var largestUndimmedDetentIdentifier: Detent.Identifier?
  open var prefersGrabberVisible = false
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  open var prefersEdgeAttachedInCompactHeight = false
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false
  open var prefersPageSizing = true
  open var preferredCornerRadius: CGFloat?
  open var sourceView: UIView?

  /// The changes are made at once.
  open func animateChanges(_ changes: () -> Void) { changes() }
  /// Nothing is kept of the detents' heights.
  open func invalidateDetents() {}
}

/// `UISheetPresentationControllerDelegate`. The call is optional and never comes: iOS makes it when a finger drags a sheet.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
}
