// The device as the steps of an app see it: where each place shall be, and whether a slot is free.

/// What an app's steps depend on beside itself.
struct Stage {
  let device: Device
  /// Who holds a foreground slot as the apps themselves know it, which may lag behind `device.places`.
  let slotHolders: Set<Place>
  let slots: Int

  /// Whether there is a foreground slot for `place` (ST5).
  func maySlot(_ place: Place) -> Bool { slotHolders.contains(place) || slotHolders.count < slots }
}

/// Where the device wants an app to be.
public enum Goal: Hashable, Codable, Sendable { case active, inactive, background }
