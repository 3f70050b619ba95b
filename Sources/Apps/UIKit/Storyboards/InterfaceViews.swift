// Makes views of a storyboard's elements: their frames, texts and colours.

@MainActor enum InterfaceViews {
  static func make(_ element: InterfaceElement) -> UIView {
    let view = standard(element)
    if let frame = element.property("frame") {
      view.frame = CGRect(
        x: frame.number("x") ?? 0, y: frame.number("y") ?? 0, width: frame.number("width") ?? 0,
        height: frame.number("height") ?? 0)
    }
    view.isHidden = element["hidden"] == "YES"
    if let alpha = element.number("alpha") { view.alpha = alpha }
    if let tag = element["tag"].flatMap({ Int($0) }) { view.tag = tag }
    if element["userInteractionEnabled"] == "NO" { view.isUserInteractionEnabled = false }
    if let clips = element["clipsSubviews"] { view.clipsToBounds = clips == "YES" }
    if let color = element.property("backgroundColor").flatMap(color) { view.backgroundColor = color }
    if let color = element.property("tintColor").flatMap(color) { view.tintColor = color }
    if let mask = element.property("autoresizingMask") { view.autoresizingMask = autoresizing(mask) }
    for child in element.first("subviews")?.children ?? [] {
      let subview = make(child)
      if let stack = view as? UIStackView { stack.addArrangedSubview(subview) } else { view.addSubview(subview) }
    }
    view.awakeFromNib()
    return view
  }

  private static func standard(_ element: InterfaceElement) -> UIView {
    if let name = element["customClass"],
      let type = (element["customModule"].flatMap { AppClass.named("\($0).\(name)") } ?? AppClass.named(name))
        as? UIView.Type,
      let made = type.init(coder: InterfaceCoder())
    {
      return made
    }
    switch element.name {
    case "label": return label(element)
    case "button": return button(element)
    case "textField": return textField(element)
    case "textView": return textView(element)
    case "imageView":
      let view = UIImageView(image: element["image"].flatMap { UIImage(named: $0) ?? UIImage(systemName: $0) })
      return view
    case "stackView":
      let view = UIStackView(frame: .zero)
      if element["axis"] == "vertical" { view.axis = .vertical }
      view.spacing = element.number("spacing") ?? 0
      if element["distribution"] == "fillEqually" { view.distribution = .fillEqually }
      return view
    case "switch":
      let view = UISwitch(frame: .zero)
      view.isOn = element["on"] != "NO"
      return view
    case "slider":
      let view = UISlider(frame: .zero)
      view.value = Float(element.number("value") ?? 0.5)
      return view
    case "progressView":
      let view = UIProgressView(frame: .zero)
      view.progress = Float(element.number("progress") ?? 0)
      return view
    case "tableView": return UITableView(frame: .zero, style: element["style"] == "grouped" ? .grouped : .plain)
    case "scrollView": return UIScrollView(frame: .zero)
    default: return UIView(frame: .zero)
    }
  }

  private static func label(_ element: InterfaceElement) -> UIView {
    let label = UILabel(frame: .zero)
    label.text = element["text"] ?? element.children.first { $0["key"] == "text" }?.text
    label.font = font(element) ?? label.font
    label.textAlignment = alignment(element)
    label.numberOfLines = element["numberOfLines"].flatMap { Int($0) } ?? 1
    if let color = element.property("textColor").flatMap(color) { label.textColor = color }
    return label
  }

  private static func button(_ element: InterfaceElement) -> UIView {
    let button = UIButton(type: element["buttonType"] == "system" ? .system : .custom)
    for state in element.children where state.name == "state" {
      let which: UIControl.State =
        switch state["key"] {
        case "disabled": .disabled
        case "selected": .selected
        case "highlighted": .highlighted
        default: .normal
        }
      if let title = state["title"] { button.setTitle(title, for: which) }
      if let color = state.property("titleColor").flatMap(color) { button.setTitleColor(color, for: which) }
    }
    if let title = element.first("buttonConfiguration")?["title"] { button.setTitle(title, for: .normal) }
    if let font = font(element) { button.titleLabel?.font = font }
    return button
  }

  private static func textField(_ element: InterfaceElement) -> UIView {
    let field = UITextField(frame: .zero)
    field.text = element["text"]
    field.placeholder = element["placeholder"]
    field.font = font(element) ?? field.font
    field.textAlignment = alignment(element)
    if element["borderStyle"] == "roundedRect" { field.borderStyle = .roundedRect }
    field.isSecureTextEntry = element.children.contains {
      $0.name == "textInputTraits" && $0["secureTextEntry"] == "YES"
    }
    return field
  }

  private static func textView(_ element: InterfaceElement) -> UIView {
    let view = UITextView(frame: .zero)
    view.text = element["text"] ?? element.children.first { $0["key"] == "text" }?.text
    view.font = font(element) ?? view.font
    view.isEditable = element["editable"] != "NO"
    return view
  }

  private static func font(_ element: InterfaceElement) -> UIFont? {
    guard let font = element.property("fontDescription") else { return nil }
    let size = font.number("pointSize") ?? 17
    if let name = font["name"] { return UIFont(name: name, size: size) }
    let isBold = font["type"] == "boldSystem" || font["weight"] == "bold"
    return isBold ? .boldSystemFont(ofSize: size) : .systemFont(ofSize: size)
  }

  private static func alignment(_ element: InterfaceElement) -> NSTextAlignment {
    switch element["textAlignment"] {
    case "center": .center
    case "right": .right
    case "left": .left
    case "justified": .justified
    default: .natural
    }
  }

  private static func color(_ element: InterfaceElement) -> UIColor? {
    if let white = element.number("white") { return UIColor(white: white, alpha: element.number("alpha") ?? 1) }
    if let red = element.number("red"), let green = element.number("green"), let blue = element.number("blue") {
      return UIColor(red: red, green: green, blue: blue, alpha: element.number("alpha") ?? 1)
    }
    switch element["systemColor"] ?? element["xcode11CocoaTouchSystemColor"] ?? element["cocoaTouchSystemColor"] {
    case "systemBackgroundColor", "whiteColor": return .white
    case "labelColor", "blackColor", "darkTextColor": return .black
    case "systemRedColor": return .systemRed
    case "systemGreenColor": return .systemGreen
    case "systemBlueColor": return .systemBlue
    case "systemGrayColor": return .systemGray
    default: return nil
    }
  }

  private static func autoresizing(_ element: InterfaceElement) -> UIView.AutoresizingMask {
    var mask: UIView.AutoresizingMask = []
    let parts: [(String, UIView.AutoresizingMask)] = [
      ("widthSizable", .flexibleWidth), ("heightSizable", .flexibleHeight), ("flexibleMinX", .flexibleLeftMargin),
      ("flexibleMaxX", .flexibleRightMargin), ("flexibleMinY", .flexibleTopMargin),
      ("flexibleMaxY", .flexibleBottomMargin),
    ]
    for (name, part) in parts where element[name] == "YES" { mask.formUnion(part) }
    return mask
  }
}
