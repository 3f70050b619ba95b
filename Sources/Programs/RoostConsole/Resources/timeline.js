// The last minutes as they go on: a lane an app, its states as bands, callbacks above them, what keeps it awake below.

import { call, on } from "./link.js";
import { title } from "./device.js";

const element = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds between two looks at the history, which nobody takes while the page is not shown. */
const PAUSE = 400;
/** Questions in one look: an app may do more meanwhile than an answer has room for, without end. */
const READS = 8;
/** Nanoseconds that are kept: as long as the longest span. */
const KEPT = 600e9;
/** Parts of each kind that a lane keeps, the newest: an app does as much as it likes in that time, and each is drawn. */
const PARTS = 2000;
/** Pixels: the names at the left, a lane, its band from the lane's top, and the scale below all. */
const NAMES = 104, LANE = 58, BAND = 24, HIGH = 16, SCALE = 22;
/** Pixels of a letter, for which labels find room. */
const LETTER = 6.2;

/**
 * By app; "" is the device. Each part is `{ from, to, kind, text }`; one that goes on has no `to`. The holdings that go on
 * are also by kind and number in `open`.
 */
const lanes = new Map();
let position;
/** The daemon's clock, and ours at the same instant. */
let clock = { daemon: 0, page: 0 };
let asking = false;
let isGone = false;

function lane(app) {
  if (!lanes.has(app)) lanes.set(app, { bands: [], marks: [], held: [], open: new Map() });
  return lanes.get(app);
}

/** Twice as many are there for a moment, so that not each new one moves all. */
function keep(list, part) {
  list.push(part);
  if (list.length >= 2 * PARTS) list.splice(0, list.length - PARTS);
}

function take({ kind, time, app, name, detail, number, value, limit }) {
  const own = lane(app ?? "");
  // The name of a callback is an app's, and may be empty, which the history tells as none.
  const mark = (kind, text, from = time) => keep(own.marks, { from, to: time, kind, text: text ?? "" });
  switch (kind) {
    case "state": {
      const last = own.bands.at(-1);
      if (last) last.to ??= time;
      keep(own.bands, { from: time, kind: name, text: name === "notRunning" ? "" : name });
      break;
    }
    case "callback": mark("callback", name, time - (value ?? 0)); break;
    case "deadline": mark("bad", `${name}: more than ${(limit / 1e9).toFixed(1)} s`, time - (value ?? 0)); break;
    case "exit":
      mark("bad", detail ?? name);
      for (const one of own.open.values()) one.to = time;
      own.open.clear();
      break;
    case "asked": keep(lane("").marks, { from: time, to: time, kind: "asked", text: name }); break;
    case "device": mark("device", [name, detail].filter(Boolean).join(" ")); break;
    case "notice": mark("device", detail); break;
    case "held": {
      const one = { from: time, kind: name, text: detail };
      keep(own.held, one);
      own.open.set(`${name} ${number}`, one);
      // The oldest is no longer among those that are drawn.
      if (own.open.size > 2 * PARTS) own.open.delete(own.open.keys().next().value);
      break;
    }
    case "released": {
      const one = own.open.get(`${name} ${number}`);
      if (one) one.to = time;
      own.open.delete(`${name} ${number}`);
      break;
    }
    default: break;
  }
}

function forget(before) {
  for (const parts of lanes.values()) {
    for (const list of ["bands", "marks", "held"]) {
      parts[list] = parts[list].filter(({ to }) => to === undefined || to > before).slice(-PARTS);
    }
  }
}

/**
 * Reads the entries since the last look: at first all that the daemon keeps, for the states that hold still. The next
 * look goes on where this one stops.
 */
async function read() {
  for (let reads = 0; reads < READS; reads += 1) {
    const { entries, now } = await call("History.Read", { after: position });
    clock = { daemon: now, page: performance.now() };
    for (const entry of entries) take(entry);
    position = entries.at(-1)?.position ?? position;
    if (entries.length === 0) break;
  }
  forget(clock.daemon - KEPT);
}

// The picture.

function shape(name, attributes, text) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  if (text !== undefined) shape.textContent = text;
  return shape;
}

function titled(shape_, text) {
  shape_.append(shape("title", {}, text));
  return shape_;
}

function seconds(nanoseconds) {
  return nanoseconds >= 60e9 ? `${Math.round(nanoseconds / 60e9)} min` : `${Math.round(nanoseconds / 1e9)} s`;
}

function drawScale(group, width, height, span) {
  for (let part = 0; part <= 5; part += 1) {
    const x = NAMES + (width - NAMES) * part / 5;
    group.append(
      shape("line", { x1: x, x2: x, y1: 0, y2: height - SCALE, class: "grid" }),
      shape("text", { x: Math.min(x, width - 14), y: height - 6, class: "scale" },
        part === 5 ? "now" : `−${seconds(span * (5 - part) / 5)}`));
  }
}

function drawLane(group, app, { bands, marks, held }, top, at) {
  const right = at();
  const name = app === "" ? "device" : title(app);
  group.append(titled(shape("text", { x: 0, y: top + BAND + 13, class: "name" }, name.slice(0, 15)), app || name));
  const rect = ({ from, to, kind, text }, y, height, kind_) => {
    const x = at(from), end = at(to);
    return titled(shape("rect", { x, y, width: Math.max(2, end - x), height, class: kind_ ?? kind }), text || kind);
  };
  for (const band of bands.filter(({ kind }) => kind !== "notRunning")) {
    group.append(rect(band, top + BAND, HIGH, `band ${band.kind}`));
    if (at(band.to) - at(band.from) > band.text.length * LETTER + 8) {
      group.append(shape("text", { x: Math.max(at(band.from), NAMES) + 4, y: top + BAND + 12, class: "inside" }, band.text));
    }
  }
  for (const one of held) group.append(rect(one, top + BAND + HIGH + 3, 4, "held"));
  // The newest have their names; others where there is room.
  let room = Infinity;
  for (const mark of marks.toReversed()) {
    const y = app === "" ? top + BAND : top + BAND - 8;
    group.append(rect(mark, y, app === "" ? HIGH : 7, `mark ${mark.kind}`));
    const text = mark.text.length > 40 ? `${mark.text.slice(0, 39)}…` : mark.text;
    // From the mark to the right, or before it where the picture ends.
    const length = text.length * LETTER;
    const start = Math.min(at(mark.from), right - length);
    if (start + length > room || start < NAMES) continue;
    group.append(shape("text", { x: start, y: y - 4, class: `label ${mark.kind}` }, text));
    room = start - 6;
  }
}

function draw() {
  const picture = element("timeline");
  const now = clock.daemon + (performance.now() - clock.page) * 1e6;
  const span = Number(element("timeline-span").value) * 1e9;
  const { paddingLeft, paddingRight } = getComputedStyle(picture);
  const width = picture.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  // It may have been hidden while the daemon was asked.
  if (width <= NAMES) return;
  const at = (time = now) => NAMES + (width - NAMES) * Math.min(1, Math.max(0, 1 - (now - time) / span));
  const shown = [...lanes].map(([app, parts]) => [app, {
    bands: parts.bands.filter(({ to = now }) => to > now - span),
    marks: parts.marks.filter(({ to }) => to > now - span),
    held: parts.held.filter(({ to = now }) => to > now - span),
  }]).filter(([app, { bands, marks }]) => app === "" || marks.length > 0
    || bands.some(({ kind }) => kind !== "notRunning"))
    .toSorted(([one], [other]) => one.localeCompare(other));
  const height = shown.length * LANE + SCALE;
  const group = shape("g", {});
  drawScale(group, width, height, span);
  for (const [row, [app, parts]] of shown.entries()) drawLane(group, app, parts, row * LANE, at);
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.style.height = `${height + parseFloat(paddingLeft) * 2}px`;
  picture.replaceChildren(group);
}

async function look() {
  if (asking || isGone || document.hidden || element("timeline-page").hidden) return;
  if (element("timeline-pause").getAttribute("aria-pressed") === "true") return;
  asking = true;
  try {
    await read();
    draw();
    element("timeline-note").textContent = "";
  } catch (error) {
    element("timeline-note").textContent = error.message;
  } finally {
    asking = false;
  }
}

element("timeline-pause").addEventListener("click", ({ target }) => {
  target.setAttribute("aria-pressed", String(target.getAttribute("aria-pressed") !== "true"));
  look();
});
element("timeline-span").addEventListener("change", draw);
element("timeline-tab").addEventListener("click", look);
on("daemon", ({ daemon }) => {
  isGone = daemon !== "here";
  // Another daemon may have another history.
  if (!isGone) { lanes.clear(); position = undefined; }
});
setInterval(look, PAUSE);
