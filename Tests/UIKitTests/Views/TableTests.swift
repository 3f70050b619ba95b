// Tables with headers and footers, their controller, and the collection's.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct TableTests {
  private final class Words: UITableViewController {
    var told: [String] = []
    override func loadView() {
      super.loadView()
      told.append("load")
    }
    override func viewDidLoad() {
      super.viewDidLoad()
      told.append("didLoad")
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "word")
      tableView.register(Header.self, forHeaderFooterViewReuseIdentifier: "header")
    }
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      told.append("didAppear")
    }
    override func numberOfSections(in tableView: UITableView) -> Int { 2 }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { section + 1 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      if !told.contains("cells") { told.append("cells") }
      let cell = tableView.dequeueReusableCell(withIdentifier: "word", for: indexPath)
      cell.textLabel?.text = "row \(indexPath.section).\(indexPath.row)"
      return cell
    }
    override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      section == 1 ? "the end" : nil
    }
    override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
      header?.textLabel?.text = "section \(section)"
      return header
    }
    override func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
  }

  private final class Header: UITableViewHeaderFooterView {}

  @Test("A table view controller is data source and delegate of its table, whose cells come before it has appeared")
  func controller() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    UIWindow.mayAppear = false
    let words = Words(style: .grouped)
    window.rootViewController = words
    window.makeKeyAndVisible()
    #expect(words.told == ["load", "didLoad"])
    window.contentAppears()
    #expect(words.told == ["load", "didLoad", "cells", "didAppear"])
    #expect(words.tableView.dataSource === words && words.tableView.style == .grouped)
    #expect(words.view === words.tableView)
  }

  @Test("Headers, rows and footers lie one below the other, and are in the picture")
  func sections() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let words = Words(style: .plain)
    window.rootViewController = words
    window.makeKeyAndVisible()
    window.contentAppears()
    let header = try #require(words.tableView.headerView(forSection: 1))
    #expect(header is Header && header.frame == CGRect(x: 0, y: 74, width: 300, height: 30))
    let last = try #require(words.tableView.cellForRow(at: IndexPath(row: 1, section: 1)))
    #expect(last.frame.minY == 148)
    #expect(words.tableView.footerView(forSection: 1)?.frame.minY == 192)
    #expect(words.tableView.contentSize.height == 220)
    let svg = Snapshot.svg(of: [window], size: window.bounds.size)
    for text in ["section 0", "row 1.1", "the end"] { #expect(svg.contains(text)) }
    words.tableView.reloadData()
    window.layoutIfNeeded()
    #expect(words.tableView.subviews.count == 6)
  }

  @Test("A row that was chosen is not marked any more when the table appears again")
  func clearsSelection() {
    let words = Words(style: .plain)
    words.tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    words.viewWillAppear(false)
    #expect(words.tableView.indexPathForSelectedRow == nil)
  }

  @Test("A reload lets go of the row that was chosen; one that is chosen after it stays")
  func reload() {
    let words = Words(style: .plain)
    let table = words.tableView
    let path = IndexPath(row: 1, section: 1)
    table?.selectRow(at: path, animated: false, scrollPosition: .none)
    #expect(table?.cellForRow(at: path)?.isSelected == true)
    table?.reloadData()
    #expect(table?.indexPathForSelectedRow == nil && table?.cellForRow(at: path)?.isSelected == false)
    table?.reloadData()
    table?.selectRow(at: path, animated: false, scrollPosition: .none)
    #expect(table?.indexPathForSelectedRow == path && table?.cellForRow(at: path)?.isSelected == true)
    #expect(table?.dataSource === words)
  }

  @Test("The display mode button hides the primary column and shows it again, and the delegate hears of it before")
  func displayMode() {
    final class Follower: NSObject, UISplitViewControllerDelegate {
      var told: [UISplitViewController.DisplayMode] = []
      func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
      ) { told.append(displayMode) }
    }
    let split = UISplitViewController(style: .doubleColumn)
    let follower = Follower()
    split.delegate = follower
    split.displayModeButtonItem.primaryAction.map { UIControl(frame: .zero).sendAction($0) }
    #expect(split.displayMode == .secondaryOnly)
    split.displayModeButtonItem.primaryAction.map { UIControl(frame: .zero).sendAction($0) }
    #expect(split.displayMode == .oneBesideSecondary)
    #expect(follower.told == [.secondaryOnly, .oneBesideSecondary])
  }

  @Test("A collection shows its items row by row, as its layout says, in its controller's view")
  func collection() throws {
    final class Tiles: UICollectionViewController {
      override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "tile")
      }
      override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
      override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
        cell.backgroundColor = .red
        return cell
      }
    }
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 90, height: 40)
    layout.minimumLineSpacing = 5
    layout.minimumInteritemSpacing = 10
    let tiles = Tiles(collectionViewLayout: layout)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    window.rootViewController = tiles
    window.makeKeyAndVisible()
    window.contentAppears()
    let last = try #require(tiles.collectionView.cellForItem(at: IndexPath(item: 4, section: 0)))
    #expect(last.frame == CGRect(x: 100, y: 45, width: 90, height: 40))
    #expect(tiles.collectionView.contentSize == CGSize(width: 300, height: 85))
    #expect(tiles.collectionView.visibleCells.count == 5)
  }
}
