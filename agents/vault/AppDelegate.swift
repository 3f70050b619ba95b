// Vault keeps secrets on the screen, and none in the picture that the switcher shows of it.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {}
