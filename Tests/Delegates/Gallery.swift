// A gallery: a collection with thumbnails that are drawn, cached and shared.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 100)
    layout.sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = GalleryViewController(collectionViewLayout: layout)
    window?.makeKeyAndVisible()
    return true
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    Thumbnails.shared.cache.removeAllObjects()
  }
}

@MainActor
final class Thumbnails {
  static let shared = Thumbnails()
  let cache = NSCache<NSString, UIImage>()

  func thumbnail(_ name: String, size: CGSize) -> UIImage {
    if let known = cache.object(forKey: name as NSString) { return known }
    let made = UIGraphicsImageRenderer(size: size).image { context in
      UIColor.systemTeal.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIImage(named: name)?.draw(in: CGRect(origin: .zero, size: size))
    }
    cache.setObject(made, forKey: name as NSString)
    cache.countLimit = 100
    return made
  }
}

class GalleryViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
  }
  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 12 }
  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath) as! PhotoCell
    cell.imageView.image = Thumbnails.shared.thumbnail("photo\(indexPath.item)", size: CGSize(width: 100, height: 100))
    return cell
  }
  override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    let share = UIActivityViewController(activityItems: ["photo\(indexPath.item)"], applicationActivities: nil)
    share.excludedActivityTypes = [.airDrop, .print]
    share.completionWithItemsHandler = { _, completed, _, error in print(completed, error == nil) }
    present(share, animated: true)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { CGSize(width: collectionView.bounds.width / 3, height: 100) }
}

final class PhotoCell: UICollectionViewCell {
  let imageView = UIImageView(image: nil)
  override func layoutSubviews() {
    super.layoutSubviews()
    contentView.addSubview(imageView)
    imageView.frame = contentView.bounds
  }
}
