// A timeline as a page that zooms: one file, which needs no other and no server.

/// The page runs one script, which is the same for every page and is known to the page's policy by its digest; text of
/// apps is content of elements, never a part of a script.
public struct TimelinePage {
  public let html: String

  /// - Parameter isLive: the file is written again and again; the page reads it again, and shows the same part of it.
  public init(_ picture: TimelinePicture, title: String, isLive: Bool = false) {
    html = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Self.digest)'">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title.escaped)</title>
      <style>\(Self.style)</style></head><body>
      <p id="help"><span>Scroll or <kbd>+</kbd> <kbd>-</kbd> to zoom, drag or <kbd>←</kbd> <kbd>→</kbd> to move, \
      <kbd>0</kbd> for all.\(isLive ? " <b>Live.</b>" : "")</span><output id="moment"></output></p>
      <main tabindex="0" aria-label="timeline"\(isLive ? " data-live" : "")>\(picture.svg)</main>
      <script>\(Self.script)</script></body></html>

      """
  }

  private static let style = """
    body{margin:0;background:#fff;color:#475569;font:13px system-ui,sans-serif}main{outline:none;touch-action:none}
    svg{display:block;width:100%;height:auto;cursor:grab;user-select:none}main:focus-visible{outline:2px solid #6366f1}
    #help{display:flex;justify-content:space-between;margin:8px 24px 0}kbd{border:1px solid #cbd5e1;border-radius:3px;
    padding:0 4px;font:inherit}output{font-variant-numeric:tabular-nums}
    @media screen and (prefers-color-scheme:dark){body{background:#0b1220;color:#94a3b8}kbd{border-color:#334155}}
    @media print{#help{display:none}}
    """

  /// SHA-256 of ``script``, in base64; a test compares them.
  static let digest = "jutrf8vV+zH36P/oZGvhi8cWItoKvHcA6Bwfqb3HC0g="

  static let script = #"""
    "use strict";
    const svg = document.querySelector("svg"), main = document.querySelector("main");
    const left = +svg.dataset.left, right = +svg.dataset.right, wide = right - left, row = 14;
    const knots = svg.dataset.knots.split(" ").filter(Boolean).map(k => k.split(",").map(Number));
    const all = s => [...svg.querySelectorAll(s)];
    const boxes = all("rect[data-x]"), states = all("text.state"), kept = all("text.kept"), marks = all("g.mark");
    const lanes = all("g.lane").map(lane => [...lane.querySelectorAll("g.flag")]);
    const scale = svg.querySelector(".scale"), first = scale.querySelector(".tick line");
    const foot = first ? first.getAttribute("y2") : 0;
    let from = 0, to = 1;
    const x = p => left + (p - from) / (to - from) * wide;
    const show = (e, yes) => e.setAttribute("visibility", yes ? "visible" : "hidden");
    const seen = p => p >= from - 1e-9 && p <= to + 1e-9;

    function time(place) {
      let low = 0, high = knots.length - 1;
      if (high < 1) return 0;
      while (high - low > 1) { const m = low + high >> 1; if (knots[m][1] <= place) low = m; else high = m; }
      const [a, p] = knots[low], [b, q] = knots[high];
      return q > p ? a + (b - a) * (place - p) / (q - p) : a;
    }

    function place(time) {
      let low = 0, high = knots.length - 1;
      while (high - low > 1) { const m = low + high >> 1; if (knots[m][0] <= time) low = m; else high = m; }
      const [a, p] = knots[low], [b, q] = knots[high];
      return b > a ? p + (q - p) * (time - a) / (b - a) : p;
    }

    function words(ns) {
      const digits = (v, n) => String(+v.toFixed(n));
      return ns < 1e9 ? digits(ns / 1e6, 3) + " ms" : digits(ns / 1e9, 6) + " s";
    }

    function ticks() {
      for (const old of scale.querySelectorAll(".tick")) old.remove();
      let last = -Infinity;
      for (let i = 0; i < 12; i++) {
        const a = time(from + (to - from) * i / 12), b = time(from + (to - from) * (i + 1) / 12);
        if (!(b > a)) continue;
        const power = 10 ** Math.floor(Math.log10(b - a));
        const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= b - a);
        for (let t = Math.ceil(a / step) * step; t < b; t += step) {
          const at = x(place(t));
          if (at - last < 66 || at < left || at > right) continue;
          last = at;
          const g = document.createElementNS(svg.namespaceURI, "g");
          g.setAttribute("class", "tick");
          g.setAttribute("transform", `translate(${at} 0)`);
          const line = document.createElementNS(svg.namespaceURI, "line");
          line.setAttribute("y1", 82);
          line.setAttribute("y2", foot);
          const text = document.createElementNS(svg.namespaceURI, "text");
          text.setAttribute("text-anchor", "middle");
          text.setAttribute("y", 78);
          text.textContent = words(t);
          g.append(line, text);
          scale.append(g);
        }
      }
    }

    function draw() {
      for (const box of boxes) {
        const a = Math.max(left, x(+box.dataset.x)), b = Math.min(right, x(+box.dataset.x + +box.dataset.w));
        const least = box.classList.contains("cut") ? 0 : 2;
        show(box, b >= left && a <= right && (b > a || seen(+box.dataset.x)));
        box.setAttribute("x", a);
        box.setAttribute("width", Math.max(least, b - a));
      }
      for (const text of states) {
        const a = Math.max(left, x(+text.dataset.x)), b = Math.min(right, x(+text.dataset.x + +text.dataset.w));
        text.setAttribute("x", a + 6);
        show(text, b - a > text.textContent.length * 6.4 + 10);
      }
      for (const text of kept) { text.setAttribute("x", x(+text.dataset.x) + 6); show(text, seen(+text.dataset.x)); }
      for (const mark of marks) {
        mark.setAttribute("transform", `translate(${x(+mark.dataset.x)} 0)`);
        show(mark, seen(+mark.dataset.x));
      }
      for (const flags of lanes) {
        const shown = [];
        for (const flag of [...flags].reverse()) {
          const at = x(+flag.dataset.x), text = flag.querySelector("text"), end = at + text.textContent.length * 6 + 14;
          let level = 0;
          for (const [place, taken] of shown) if (place < end) level = Math.max(level, taken + 1);
          const fits = seen(+flag.dataset.x) && level < +flag.dataset.rows;
          show(flag, fits);
          if (!fits) continue;
          shown.push([at, level]);
          const top = +flag.dataset.foot - (level + 1) * row;
          flag.setAttribute("transform", `translate(${at} 0)`);
          flag.querySelector("line").setAttribute("y1", top + 3);
          text.setAttribute("y", top + 11);
        }
      }
      for (const text of scale.querySelectorAll(".gap text")) show(text, from === 0 && to === 1);
      ticks();
    }

    function zoom(factor, around) {
      const size = Math.min(1, Math.max(1e-6, (to - from) * factor));
      from = Math.max(0, Math.min(1 - size, around - (around - from) * size / (to - from)));
      to = from + size;
      draw();
    }

    function move(by) {
      const size = to - from;
      from = Math.max(0, Math.min(1 - size, from + by));
      to = from + size;
      draw();
    }

    const at = event => {
      const box = svg.getBoundingClientRect(), pixels = (event.clientX - box.left) / box.width * 1200;
      return from + Math.min(1, Math.max(0, (pixels - left) / wide)) * (to - from);
    };
    main.addEventListener("wheel", event => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(event.deltaX / 1000 * (to - from));
      else zoom(2 ** (event.deltaY / 240), at(event));
    }, { passive: false });
    let held = null;
    main.addEventListener("pointerdown", event => { held = at(event); });
    addEventListener("pointerup", () => { held = null; });
    main.addEventListener("pointermove", event => {
      const here = at(event);
      if (held !== null) move(held - here);
      document.querySelector("#moment").textContent = words(time(at(event)));
    });
    addEventListener("keydown", event => {
      const middle = (from + to) / 2, step = (to - from) / 8;
      if (event.key === "+" || event.key === "=") zoom(0.5, middle);
      else if (event.key === "-") zoom(2, middle);
      else if (event.key === "ArrowLeft") move(-step);
      else if (event.key === "ArrowRight") move(step);
      else if (event.key === "0") { from = 0; to = 1; draw(); }
      else return;
      event.preventDefault();
    });

    // The part that is seen is in the address while the page is read again: as times, since places move while the
    // timeline grows. One number alone is a length at the timeline's end.
    const start = +svg.dataset.start, end = time(1), edge = p => Math.min(1, Math.max(0, p));
    const [a, b] = location.hash.slice(1).split(",").map(Number);
    if (location.hash.length > 1) {
      from = edge(place(b === undefined ? end - a : a - start));
      to = b === undefined ? 1 : edge(place(b - start));
      if (!(to - from >= 1e-6)) [from, to] = [0, 1];
    }
    draw();
    if ("live" in main.dataset) setInterval(() => {
      if (held !== null || document.hidden) return;
      const a = time(from), b = time(to), all = to - from > 1 - 1e-9;
      history.replaceState(null, "", "#" + (all ? "" : to > 1 - 1e-9 ? end - a : `${start + a},${start + b}`));
      location.reload();
    }, 1000);
    """#
}
