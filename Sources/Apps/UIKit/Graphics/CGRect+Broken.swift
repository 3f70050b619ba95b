// Rectangles of which a number is not finite: Foundation's calls end the app for them, and a broken frame is no reason to.

extension CGRect {
  /// As `contains(_:)`; one of which a number is not a number holds nothing.
  func holds(_ point: CGPoint) -> Bool { point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY }

  /// As `intersection(_:)`; a rectangle that is nowhere, or has no end, has nothing in common with another.
  func common(with other: CGRect) -> CGRect { isFinite && other.isFinite ? intersection(other) : .null }

  private var isFinite: Bool { [minX, maxX, minY, maxY].allSatisfy(\.isFinite) }
}
