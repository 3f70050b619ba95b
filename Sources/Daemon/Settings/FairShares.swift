// The shares that apps have of a bound of all: where there is too much, those go that have most.

/// An app that ends again and again pushes its own records out, and nobody else's.
package nonisolated enum FairShares {
  /// The records of one app.
  package struct Holding<Owner: Hashable & Sendable>: Sendable {
    package let owner: Owner
    package let count: Int
    /// Of its newest record; a later one has a higher number.
    package let newest: Int64

    package init(owner: Owner, count: Int, newest: Int64) {
      (self.owner, self.count, self.newest) = (owner, count, newest)
    }
  }

  /// The number of records that each may keep, of those that have more: all the same, but one more for some of them, whose last
  /// record is newest. Where there are more apps than `keep`, the older of them keep none.
  package static func quotas<Owner>(of holdings: [Holding<Owner>], keep: Int) -> [Owner: Int] {
    var (room, share, left) = (keep, 0, holdings.count)
    guard holdings.reduce(0, { $0 + $1.count }) > keep else { return [:] }
    let ascending = holdings.sorted { $0.count < $1.count }
    for holding in ascending {
      share = room / left
      if holding.count > share { break }
      room -= holding.count
      left -= 1
    }
    let larger = ascending.filter { $0.count > share }.sorted { $0.newest > $1.newest }
    let more = room - share * larger.count
    var quotas: [Owner: Int] = [:]
    for (place, holding) in larger.enumerated() {
      let quota = share + (place < more ? 1 : 0)
      if holding.count > quota { quotas[holding.owner] = quota }
    }
    return quotas
  }
}
