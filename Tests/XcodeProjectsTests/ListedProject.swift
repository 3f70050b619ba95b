// A project as Xcode wrote them until 15, condensed: every file is listed, an app, an extension and a test bundle.

enum ListedProject {
  static let files: [String: String] = [
    "Notes.xcodeproj/project.pbxproj": project,
    "Config/Debug.xcconfig": "BUNDLE_ROOT = com.example\nSWIFT_ACTIVE_COMPILATION_CONDITIONS = $(inherited) STAGING\n",
    "Notes/AppDelegate.swift": """
    import UIKit
    import BackgroundTasks

    @UIApplicationMain
    class AppDelegate: UIResponder, UIApplicationDelegate {
      var window: UIWindow?
    }
    """,
    "Notes/Screens/ListController.swift": "import UIKit\n\nclass ListController: UIViewController {}\n",
    "Notes/Info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    <key>CFBundleExecutable</key><string>$(EXECUTABLE_NAME)</string>
    <key>CFBundleName</key><string>$(PRODUCT_NAME)</string>
    <key>CFBundleShortVersionString</key><string>$(MARKETING_VERSION)</string>
    <key>UIMainStoryboardFile</key><string>Main</string>
    <key>Server</key><string>$(API_SERVER)</string>
    <key>CFBundleURLTypes</key><array><dict>
    <key>CFBundleURLSchemes</key><array><string>${PRODUCT_NAME:rfc1034identifier:lower}</string></array>
    </dict></array>
    <key>UISupportedInterfaceOrientations</key><array><string>UIInterfaceOrientationPortrait</string></array>
    <key>UISupportedInterfaceOrientations~ipad</key><array><string>UIInterfaceOrientationLandscapeLeft</string></array>
    </dict></plist>
    """,
    "Notes/Notes.entitlements": """
    <plist version="1.0"><dict><key>aps-environment</key><string>development</string>
    <key>com.apple.developer.healthkit</key><true/></dict></plist>
    """,
    "Notes/Base.lproj/Main.storyboard": "<document/>",
    "Notes/de.lproj/Main.strings": "\"a\" = \"b\";",
    "Notes/en.lproj/Localizable.strings": "\"a\" = \"b\";",
    "Notes/Fonts/a.ttf": "font",
    "Notes/Fonts/more/b.ttf": "font",
    "Notes/Assets.xcassets/Contents.json": "{}",
    "Notes/Assets.xcassets/logo.imageset/Contents.json": """
    {"images":[{"idiom":"universal","filename":"l.png","scale":"1x"},{"idiom":"universal","filename":"l2.png","scale":"2x"},
    {"idiom":"ipad","filename":"pad.png","scale":"2x"},{"idiom":"universal","filename":"../../../secret.png"},
    {"idiom":"universal","filename":"../\u{301}x.png"}]}
    """,
    "Notes/Assets.xcassets/logo.imageset/l.png": "1",
    "Notes/Assets.xcassets/logo.imageset/l2.png": "2",
    "Notes/Assets.xcassets/vector.imageset/Contents.json": #"{"images":[{"filename":"v.pdf"}]}"#,
    "Shared/Model.swift": "struct Model {}\n",
  ]

  static let project = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objectVersion = 46;
    	objects = {
    /* Begin PBXBuildFile section */
    		B1 /* AppDelegate.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* AppDelegate.swift */; };
    		B2 = {isa = PBXBuildFile; fileRef = F2; };
    		B3 = {isa = PBXBuildFile; fileRef = F3; };
    		B4 = {isa = PBXBuildFile; fileRef = V1; };
    		B5 = {isa = PBXBuildFile; fileRef = V2; };
    		B6 = {isa = PBXBuildFile; fileRef = F6; };
    		B7 = {isa = PBXBuildFile; fileRef = F7; };
    		B8 = {isa = PBXBuildFile; fileRef = F8; platformFilter = maccatalyst; };
    		B9 = {isa = PBXBuildFile; fileRef = P1; };
    		BX = {isa = PBXBuildFile; productRef = S1; };
    		BN = {isa = PBXBuildFile; fileRef = GONE; };
    /* End PBXBuildFile section */
    		F1 /* AppDelegate.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = AppDelegate.swift; sourceTree = "<group>"; };
    		F2 = {isa = PBXFileReference; name = ListController.swift; path = Notes/Screens/ListController.swift; sourceTree = SOURCE_ROOT; };
    		F3 = {isa = PBXFileReference; name = Model.swift; path = ../Shared/Model.swift; sourceTree = "<group>"; };
    		F4 = {isa = PBXFileReference; name = Base; path = Base.lproj/Main.storyboard; sourceTree = "<group>"; };
    		F5 = {isa = PBXFileReference; name = de; path = de.lproj/Main.strings; sourceTree = "<group>"; };
    		F6 = {isa = PBXFileReference; lastKnownFileType = folder.assetcatalog; path = Assets.xcassets; sourceTree = "<group>"; };
    		F7 = {isa = PBXFileReference; lastKnownFileType = folder; path = Fonts; sourceTree = "<group>"; };
    		F8 = {isa = PBXFileReference; path = MacOnly.swift; sourceTree = "<group>"; };
    		F9 = {isa = PBXFileReference; name = en; path = en.lproj/Localizable.strings; sourceTree = "<group>"; };
    		FC = {isa = PBXFileReference; path = Debug.xcconfig; sourceTree = "<group>"; };
    		P1 = {isa = PBXFileReference; explicitFileType = wrapper.application; path = Notes.app; sourceTree = BUILT_PRODUCTS_DIR; };
    		G0 = {isa = PBXGroup; children = (G1, G2, P1, ); sourceTree = "<group>"; };
    		G1 /* Notes */ = {isa = PBXGroup; children = (F1, F2, F3, V1, V2, F6, F7, F8, ); path = Notes; sourceTree = "<group>"; };
    		G2 = {isa = PBXGroup; children = (FC, ); path = Config; sourceTree = "<group>"; };
    		V1 = {isa = PBXVariantGroup; children = (F4, F5, ); name = Main.storyboard; sourceTree = "<group>"; };
    		V2 = {isa = PBXVariantGroup; children = (F9, ); name = Localizable.strings; sourceTree = "<group>"; };
    		S1 = {isa = XCSwiftPackageProductDependency; productName = Alamofire; };
    		PH1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B3, B8, BN, ); };
    		PH2 = {isa = PBXResourcesBuildPhase; files = (B4, B5, B6, B7, B9, ); };
    		PH3 = {isa = PBXShellScriptBuildPhase; name = SwiftLint; shellScript = "swiftlint\\n"; };
    		PH4 = {isa = PBXFrameworksBuildPhase; files = (BX, ); };
    		T1 /* Notes */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = L1;
    			buildPhases = (PH1, PH2, PH3, PH4, );
    			dependencies = (D1, );
    			name = Notes;
    			packageProductDependencies = (S1, );
    			productType = "com.apple.product-type.application";
    		};
    		T2 = {isa = PBXNativeTarget; buildConfigurationList = L2; buildPhases = (); name = Widget; productType = "com.apple.product-type.app-extension"; };
    		T0 = {isa = PBXNativeTarget; buildConfigurationList = L3; buildPhases = (); name = "Notes Mac"; productType = "com.apple.product-type.application"; };
    		D1 = {isa = PBXTargetDependency; target = T2; };
    		L0 = {isa = XCConfigurationList; buildConfigurations = (C1, C2, ); defaultConfigurationName = Release; };
    		L1 = {isa = XCConfigurationList; buildConfigurations = (C3, C4, ); };
    		L2 = {isa = XCConfigurationList; buildConfigurations = (C5, ); };
    		L3 = {isa = XCConfigurationList; buildConfigurations = (C6, ); };
    		C1 = {isa = XCBuildConfiguration; buildSettings = { SDKROOT = iphoneos; SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG; }; name = Debug; };
    		C2 = {isa = XCBuildConfiguration; buildSettings = { SDKROOT = iphoneos; }; name = Release; };
    		C3 = {
    			isa = XCBuildConfiguration;
    			baseConfigurationReference = FC /* Debug.xcconfig */;
    			buildSettings = {
    				CODE_SIGN_ENTITLEMENTS = Notes/Notes.entitlements;
    				INFOPLIST_FILE = "$(SRCROOT)/Notes/Info.plist";
    				OTHER_SWIFT_FLAGS = ("$(inherited)", "-D", LEGACY, "-DOLD-NAME", );
    				PRODUCT_BUNDLE_IDENTIFIER = "$(BUNDLE_ROOT).$(PRODUCT_NAME:rfc1034identifier)";
    				PRODUCT_NAME = "My $(TARGET_NAME)";
    				SWIFT_VERSION = 4.2;
    				MARKETING_VERSION = 2.5;
    			};
    			name = Debug;
    		};
    		C4 = {isa = XCBuildConfiguration; buildSettings = { }; name = Release; };
    		C5 = {isa = XCBuildConfiguration; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = com.example.widget; }; name = Debug; };
    		C6 = {isa = XCBuildConfiguration; buildSettings = { SDKROOT = macosx; PRODUCT_BUNDLE_IDENTIFIER = com.example.mac; }; name = Debug; };
    		R /* Project object */ = {
    			isa = PBXProject;
    			buildConfigurationList = L0;
    			developmentRegion = de;
    			mainGroup = G0;
    			projectDirPath = "";
    			targets = (T0, T1, T2, );
    		};
    	};
    	rootObject = R /* Project object */;
    }
    """
}
