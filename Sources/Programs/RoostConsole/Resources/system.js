// The operating system's view beside the device: apps and their states, what happens, and how processes ended.

import { call, on } from "./link.js";
import { device, onChange, refreshSoon, title } from "./device.js";
import { iconOf } from "./home.js";

const element = (id) => document.getElementById(id);
/** Lines that are kept of what happened, and of exits. */
const KEPT = 300;

function span(text, name) {
  const span = document.createElement("span");
  span.textContent = text;
  if (name) span.className = name;
  return span;
}

function line(list, time, ...parts) {
  const item = document.createElement("li");
  const at = document.createElement("time");
  at.textContent = time;
  item.append(at, ...parts);
  list.prepend(item);
  while (list.children.length > KEPT) list.lastElementChild.remove();
  return item;
}

function duration(nanoseconds) {
  if (nanoseconds >= 1e9) return `${(nanoseconds / 1e9).toFixed(1)} s`;
  if (nanoseconds >= 1e6) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${Math.round(nanoseconds / 1e3)} µs`;
}

function size(bytes) { return bytes > 0 ? `${(bytes / (1 << 20)).toFixed(1)} MiB` : "–"; }

function clock() { return new Date().toLocaleTimeString([], { hour12: false }); }

// Apps.

const STATES = { notRunning: "not running" };
/** Steps that bound nobody's patience, but the daemon's own work. */
const HIDDEN = new Set(["cpuWindow", "freezeRetry"]);
let asked = performance.now();
/** By app: made once, as the rows are made anew again and again. */
const icons = new Map();

function keptIcon(id) {
  if (!icons.has(id)) icons.set(id, iconOf(id));
  return icons.get(id);
}

/** Seconds since the daemon was asked. */
function since() { return (performance.now() - asked) / 1000; }

/** "enterBackground" is enter background. */
function words(name) { return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`); }

function awake({ name, kind, left }) {
  const box = document.createElement("div");
  box.append(name || words(kind));
  if (left != null) {
    const rest = span("", "faint");
    rest.dataset.left = left;
    box.append(" ", rest);
  }
  return box;
}

/** Fills up as the time of a step is used. */
function deadline({ step, limit, elapsed }) {
  const box = document.createElement("div");
  box.className = "deadline";
  box.dataset.step = step;
  const bar = document.createElement("progress");
  bar.max = limit / 1e9;
  bar.dataset.elapsed = elapsed;
  bar.setAttribute("aria-label", `Time used for ${words(step)}`);
  box.append(words(step), bar, span(`of ${duration(limit)}`, "faint"));
  return box;
}

/** A callback that the app has not returned from. */
function inside({ name, elapsed }) {
  const box = document.createElement("div");
  const time = span("", "faint");
  time.dataset.elapsed = elapsed;
  box.append(`in ${name} `, time);
  return box;
}

/** Time runs on between two looks at the daemon. */
function showTimes() {
  for (const bar of element("apps").querySelectorAll("progress")) {
    bar.value = Number(bar.dataset.elapsed) / 1e9 + since();
    bar.classList.toggle("late", bar.value > bar.max * 0.75);
  }
  for (const time of element("apps").querySelectorAll("span[data-left]")) {
    time.textContent = `${Math.max(0, Math.ceil(Number(time.dataset.left) / 1e9 - since()))} s left`;
  }
  for (const time of element("apps").querySelectorAll("span[data-elapsed]")) {
    time.textContent = `for ${(Number(time.dataset.elapsed) / 1e9 + since()).toFixed(1)} s`;
  }
}

function cell(content, name) {
  const cell = document.createElement("td");
  cell.append(...[content].flat());
  if (name) cell.className = name;
  return cell;
}

function showApps() {
  // Those that run first.
  const apps = device.apps.toSorted((one, other) => (one.state === "notRunning") - (other.state === "notRunning"));
  element("apps").replaceChildren(...apps.map((app) => {
    const row = document.createElement("tr");
    row.dataset.app = app.id;
    row.dataset.state = app.state;
    row.title = app.id;
    const deadlines = app.deadlines.filter(({ step }) => !HIDDEN.has(step));
    const times = [...app.assertions.map(awake), ...(app.callback ? [inside(app.callback)] : []),
      ...deadlines.map(deadline)];
    row.append(
      cell([keptIcon(app.id), title(app.id)], "name"), cell(STATES[app.state] ?? app.state, `state ${app.state}`),
      cell(size(app.footprint)), cell(times.length > 0 ? times : "–"));
    return row;
  }));
  const { pool, budget, level } = device.memory ?? {};
  if (pool == null) return;
  const bound = budget == null ? "" : ` of ${size(budget)}`;
  element("memory").textContent = `Memory ${size(pool)}${bound}${level === "normal" ? "" : `, pressure ${level}`}`;
  showTimes();
}

// Events.

function tell(event) {
  const list = element("events");
  const who = event.app ? title(event.app) : "device";
  switch (event.type) {
    case "callback":
      line(list, clock(), span(who), span(event.name), span(duration(event.took), "took"));
      break;
    case "state": line(list, clock(), span(who), span(event.to, `state ${event.to}`)); break;
    case "deadline":
      line(list, clock(), span(who), span(`${event.step} took more than ${duration(event.limit)}`, "bad"));
      break;
    case "device": line(list, clock(), span(who), span([event.name, event.detail].filter(Boolean).join(": "))); break;
    case "notice": line(list, clock(), span(who), span(event.text)); break;
    case "exit":
      line(list, clock(), span(who), span(`ended: ${event.exit.text}`, event.exit.code ? "bad" : ""));
      tellExit(event.exit);
      break;
    default: break;
  }
}

// Exits, each with its report where there is one.

function tellExit(exit) {
  const time = new Date(exit.time).toLocaleTimeString([], { hour12: false });
  const item = line(element("exits"), time, span(title(exit.app)), span(exit.text, exit.code ? "bad" : ""));
  item.dataset.app = exit.app;
  item.dataset.reason = exit.reason;
  item.children[1].after(span(words(exit.reason), "reason"));
  const button = document.createElement("button");
  button.textContent = "Report";
  button.setAttribute("aria-label", `Report of ${title(exit.app)}`);
  button.addEventListener("click", () => showReport(exit));
  item.append(button);
}

/** The content of an exit's report; undefined where it has no report. */
async function reportOf(exit) {
  // Reports are of kills and crashes, and are written within moments of the end.
  const ended = Date.parse(exit.time);
  const distance = ({ time }) => Math.abs(Date.parse(time) - ended);
  const { reports } = await call("Reports.List", { id: exit.app });
  const near = reports.filter((report) => distance(report) < 60_000)
    .toSorted((one, other) => distance(one) - distance(other));
  for (const { name } of near) {
    const { content } = await call("Reports.Read", { report: name });
    // The app may have ended more than once within a minute. Behind its first line a report is one object.
    if (JSON.parse(content.slice(content.indexOf("\n") + 1)).pid === (exit.pid ?? 0)) return content;
  }
  return undefined;
}

async function showReport(exit) {
  let text;
  try {
    text = await reportOf(exit) ?? `${exit.text}\n\nThere is no report: those are written of kills and crashes.`;
  } catch (error) {
    text = error.message;
  }
  element("report-title").textContent = `${title(exit.app)}: ${exit.reason}`;
  element("report-text").textContent = text;
  element("report").showModal();
}

async function showExits() {
  try {
    const { exits } = await call("Apps.ListExits");
    element("exits").replaceChildren();
    for (const exit of exits.slice(-50)) tellExit(exit);
  } catch (error) {
    if (error.name === "tooLarge") line(element("exits"), clock(), span(error.message));
    // For any other reason they are asked for again when the daemon is back.
  }
}

// The line to the console and the daemon.

function showLink(text, isGone) {
  element("link").textContent = text;
  element("link").classList.toggle("gone", isGone);
}

on("line", (isThere) => showLink(isThere ? "Looking for the daemon…" : "roost-console has gone; looking for it…", !isThere));
on("daemon", async ({ daemon, reason }) => {
  if (daemon !== "here") { showLink(`No daemon: ${reason}`, true); return; }
  icons.clear();
  showExits();
  try {
    const { version, pid } = await call("Daemon.GetVersion");
    showLink(`roostd ${version}, process ${pid}`, false);
  } catch (error) {
    showLink(error.message, true);
  }
});
on("event", tell);
onChange(() => { asked = performance.now(); showApps(); });
setInterval(showTimes, 200);
// Memory changes without an event. Nobody asks while nobody looks.
setInterval(() => { if (!document.hidden) refreshSoon(); }, 2000);
