// The device as the steps of an app see it: where each place shall be, and whether a slot is free.

/// The surroundings that an app's steps depend on.
struct Stage {
  let device: Device
  /// The places that hold a foreground slot as the apps themselves know it, which may lag behind `device.places`.
  let slotHolders: Set<Place>
  let slots: Int

  /// Whether there is a foreground slot for `place` (ST5).
  func maySlot(_ place: Place) -> Bool { slotHolders.contains(place) || slotHolders.count < slots }
}

/// The goals of the device for an app.
public enum Goal: Hashable, Codable, Sendable { case active, inactive, background }
