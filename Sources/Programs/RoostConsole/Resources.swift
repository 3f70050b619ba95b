// The files of the page, as they are in the folder Resources.
import ConsoleServer

enum Resources {
  static let files: [String: PageFile] = [
    "index.html": PageFile(type: "text/html; charset=utf-8", PackageResources.index_html),
    "console.css": style(PackageResources.console_css),
    "glass.css": style(PackageResources.glass_css),
    "icon.svg": PageFile(type: "image/svg+xml", PackageResources.icon_svg),
    "console.js": script(PackageResources.console_js),
    "ask.js": script(PackageResources.ask_js),
    "events.js": script(PackageResources.events_js),
    "home.js": script(PackageResources.home_js),
    "permission.js": script(PackageResources.permission_js),
    "scenes.js": script(PackageResources.scenes_js),
    "link.js": script(PackageResources.link_js),
    "device.js": script(PackageResources.device_js),
    "screen.js": script(PackageResources.screen_js),
    "image.js": script(PackageResources.image_js),
    "input.js": script(PackageResources.input_js),
    "front.js": script(PackageResources.front_js),
    "panels.js": script(PackageResources.panels_js),
    "timeline.js": script(PackageResources.timeline_js),
    "system.js": script(PackageResources.system_js),
  ]

  private static func style(_ content: [UInt8]) -> PageFile { PageFile(type: "text/css; charset=utf-8", content) }

  private static func script(_ content: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript; charset=utf-8", content)
  }
}
