// URLSession and friends, which are in Foundation on iOS and in modules of their own here.

/// The module that a file needs for them.
package enum URLLoading: String, Comparable {
  case ordinary = "FoundationNetworking"
  /// It brings the other along.
  case background = "BackgroundTransfers"

  package static func < (left: URLLoading, right: URLLoading) -> Bool { left == .ordinary && right == .background }
}
