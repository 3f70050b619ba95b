// The content of an app's picture, and the things that it never shows (SN1).

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct SnapshotTests {
  private func picture(_ fill: (UIWindow) -> Void) -> String {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    window.isHidden = false
    fill(window)
    return Snapshot.svg(of: [window], size: CGSize(width: 100, height: 200))
  }

  private func label(_ text: String) -> UILabel {
    let label = UILabel(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
    label.text = text
    return label
  }

  @Test("SN1 what is on the screen is in the picture, escaped as XML wants it")
  func shown() {
    let svg = picture {
      $0.backgroundColor = .white
      $0.addSubview(label("<Fish & \"Chips\">\u{0}"))
    }
    #expect(svg.contains("&lt;Fish &amp; &quot;Chips&quot;&gt;\u{fffd}"))
    #expect(svg.contains("fill=\"#ffffff\""))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test("SN1 hidden views, transparent ones, and all that is in them are not in it")
  func hidden() {
    let ways: [(UIView) -> Void] = [{ $0.isHidden = true }, { $0.alpha = 0 }, { $0.layer.opacity = 0 }]
    let svg = picture { window in
      for hide in ways {
        let box = UIView(frame: window.bounds)
        box.addSubview(label("secret"))
        hide(box)
        window.addSubview(box)
      }
    }
    #expect(!svg.contains("secret"))
  }

  @Test("SN1 a hidden window is not in it, nor one that was never shown")
  func hiddenWindow() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(label("secret"))
    #expect(!Snapshot.svg(of: [window], size: CGSize(width: 10, height: 10)).contains("secret"))
  }

  @Test(
    "SN1 of a password neither the letters nor their number are in it",
    arguments: ["a", "correct horse battery staple"])
  func password(word: String) {
    let field = { (text: String) in
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
      field.isSecureTextEntry = true
      field.text = text
      return field
    }
    let svg = picture { $0.addSubview(field(word)) }
    #expect(!svg.contains(word + "<"))
    #expect(svg == picture { $0.addSubview(field("another")) })
    #expect(svg != picture { $0.addSubview(field("")) })
  }

  @Test("SN1 what lies behind a blur cannot be read, and what a snapshot view saw stays as it was")
  func veiled() {
    let svg = picture { window in
      let text = label("before")
      window.addSubview(text)
      if let frozen = text.snapshotView(afterScreenUpdates: true) { window.addSubview(frozen) }
      text.text = "after"
    }
    #expect(svg.contains("before") && svg.contains("after"))
    let veil = picture { window in
      let veil = UIVisualEffectView(effect: UIBlurEffect(style: .regular))
      veil.frame = window.bounds
      window.addSubview(veil)
    }
    #expect(veil.contains("<rect x=\"0\" y=\"0\" width=\"100\" height=\"200\""))
  }

  @Test("A broken frame makes no broken picture", arguments: [CGFloat.nan, .infinity, -.infinity])
  func notFinite(number: CGFloat) {
    let svg = picture {
      let box = UIView(frame: CGRect(x: number, y: number, width: 10, height: 10))
      box.backgroundColor = .red
      $0.addSubview(box)
    }
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test("A broken colour makes no broken picture", arguments: [CGFloat.nan, .infinity, -.infinity, 1e300])
  func colourNotFinite(number: CGFloat) {
    let svg = picture {
      for color in [
        UIColor(red: number, green: 1, blue: number, alpha: number), UIColor(white: number, alpha: 1),
        UIColor(hue: number, saturation: number, brightness: number, alpha: 1),
      ] {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        box.backgroundColor = color
        box.layer.borderColor = color.cgColor
        box.layer.borderWidth = number
        $0.addSubview(box)
      }
    }
    #expect(svg.hasSuffix("</svg>\n") && !svg.contains("nan") && !svg.contains("inf"))
  }

  @Test("A colour's part that is no number counts as nothing")
  func colourPart() {
    let svg = picture { $0.backgroundColor = UIColor(red: .nan, green: 1, blue: .infinity, alpha: 1) }
    #expect(svg.contains("fill=\"#00ff00\""))
  }

  @Test("SN1 what lies in a secure field, and what a secure text view says, is not in it")
  func secureContents() {
    let svg = picture { window in
      let field = UITextField(frame: window.bounds)
      field.isSecureTextEntry = true
      field.addSubview(label("secret"))
      window.addSubview(field)
      let view = UITextView(frame: window.bounds)
      view.isSecureTextEntry = true
      view.text = "secret"
      window.addSubview(view)
    }
    #expect(!svg.contains("secret"))
  }

  @Test("SN1 a snapshot of a hidden view shows nothing of it")
  func hiddenSnapshot() {
    let svg = picture { window in
      let text = label("secret")
      text.isHidden = true
      window.addSubview(text)
      if let frozen = text.snapshotView(afterScreenUpdates: true) { window.addSubview(frozen) }
    }
    #expect(!svg.contains("secret"))
  }

  @Test("A view that was turned is drawn turned, and a dark window dark")
  func looks() {
    let svg = picture { window in
      window.overrideUserInterfaceStyle = .dark
      window.backgroundColor = .systemBackground
      let box = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
      box.backgroundColor = .red
      box.transform = CGAffineTransform(rotationAngle: 0.5)
      window.addSubview(box)
    }
    #expect(svg.contains("matrix") && !svg.contains("#ffffff"))
  }
}
