// The table of peers: a column for each, and how many times Roost's value that is.

func table(_ compared: Compared) -> String {
  let head = [""] + compared.names
  let rows = compared.rows.map { row in
    [row.what]
      + compared.names.map { name in
        guard let value = row.cells[name] else { return "-" }
        guard name != RoostPeer.name, let ours = row.cells[RoostPeer.name], ours > 0 else { return row.format(value) }
        return "\(row.format(value)) (\(decimal(value / ours, places: 2)))"
      }
  }
  return ([aligned([head] + rows)] + compared.absent).joined(separator: "\n")
}
