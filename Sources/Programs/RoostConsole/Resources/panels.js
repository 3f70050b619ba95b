// Panels over the apps or in their place: lock screen, switcher, notification centre, call, alert, banners.

import { ask } from "./ask.js";
import { call, on } from "./link.js";
import { device, onChange, refresh, title } from "./device.js";
import { shake } from "./front.js";
import { image } from "./image.js";

const element = (id) => document.getElementById(id);
/** Milliseconds that a banner stays. */
const BANNER = 5000;
/** Points that a card of the switcher is dragged up to quit its app. */
const SWIPE = 80;
const TURNED = { portrait: "landscapeLeft", landscapeLeft: "portrait" };

// The lock screen.

function showLock() {
  element("lock-screen").hidden = !device.locked;
  element("passcode").hidden = !device.passcode;
  element("lock").textContent = device.locked ? "Unlock" : "Lock";
  if (!device.locked) { element("passcode").value = ""; element("lock-note").textContent = ""; }
}

element("lock-screen").addEventListener("submit", async (event) => {
  event.preventDefault();
  const passcode = device.passcode ? element("passcode").value : undefined;
  element("passcode").value = "";
  try {
    await call("Device.Unlock", { passcode });
  } catch (error) {
    element("lock-note").textContent = error.message;
  }
  await refresh();
});

// The switcher: the pictures that are kept, a swipe up quits.

function windowOf(app) {
  const box = document.createElement("div");
  box.className = "window";
  const name = document.createElement("span");
  name.textContent = title(app.id);
  const shot = document.createElement("button");
  shot.className = "shot";
  shot.dataset.app = app.id;
  shot.setAttribute("aria-label", `Open ${title(app.id)}`);
  shot.textContent = title(app.id);
  shot.addEventListener("click", async () => {
    await ask("Device.Overlay", { name: "switcher", action: "close" });
    await ask("Apps.Activate", { id: app.id });
  });
  call("Scenes.Snapshot", { id: app.id }).then(({ svg }) => {
    const picture = document.createElement("img");
    picture.alt = "";
    picture.draggable = false;
    image(picture, svg);
    shot.replaceChildren(picture);
  }, () => {});
  const quit = document.createElement("button");
  quit.className = "quit";
  quit.dataset.quit = app.id;
  quit.textContent = `Quit ${title(app.id)}`;
  quit.addEventListener("click", () => ask("Apps.Quit", { id: app.id }));
  let from;
  box.addEventListener("pointerdown", (event) => { from = event.clientY; });
  box.addEventListener("pointerup", (event) => {
    if (from !== undefined && from - event.clientY > SWIPE) ask("Apps.Quit", { id: app.id });
    from = undefined;
  });
  box.append(name, shot, quit);
  return box;
}

function showSwitcher() {
  const switcher = element("switcher");
  switcher.hidden = device.locked || !device.panels.includes("switcher");
  const running = switcher.hidden ? [] : device.apps.filter((app) => app.state !== "notRunning");
  const ids = running.map((app) => app.id).join();
  if (switcher.dataset.ids === ids) return;
  switcher.dataset.ids = ids;
  for (const picture of switcher.querySelectorAll("img")) URL.revokeObjectURL(picture.src);
  switcher.replaceChildren(...running.map(windowOf));
}

// Notifications.

function notice(text, ...buttons) {
  const box = document.createElement("div");
  box.className = "notice";
  for (const line of text.filter(Boolean)) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    box.append(paragraph);
  }
  if (buttons.length > 0) {
    const row = document.createElement("div");
    for (const [name, deed] of buttons) {
      const button = document.createElement("button");
      button.textContent = name;
      button.addEventListener("click", deed);
      row.append(button);
    }
    box.append(row);
  }
  return box;
}

function showCentre() {
  const centre = element("centre");
  centre.hidden = device.locked || !device.panels.includes("notificationCenter");
  if (centre.hidden) { centre.replaceChildren(); return; }
  const notices = device.notifications.map(({ app, identifier, title: head, body }) => notice(
    [title(app), head, body],
    ["Open", async () => {
      await ask("Device.Overlay", { name: "notificationCenter", action: "close" });
      await ask("Notifications.Open", { id: app, identifier });
    }],
    ["Dismiss", () => ask("Notifications.Dismiss", { id: app, identifier })],
  ));
  centre.replaceChildren(...(notices.length > 0 ? notices : [notice(["No notifications"])]));
}

on("event", ({ type, name, detail }) => {
  if (type !== "device" || !["banner", "notification"].includes(name)) return;
  const banner = notice([detail]);
  banner.classList.add("banner");
  element("banners").append(banner);
  setTimeout(() => banner.remove(), BANNER);
});

// Call, alert, status bar.

function showRest() {
  element("ringing").hidden = device.call !== "ringing";
  element("call-pill").hidden = device.call !== "underWay";
  element("alert").hidden = device.alerts === 0;
  const charging = device.charging === "unplugged" ? "" : " ⚡";
  element("volume").textContent = `Volume ${Math.round(device.volume * 100)} %`;
  element("battery").textContent = `${Math.round(device.level * 100)} %${charging}`;
}

function showTime() {
  const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  element("clock").textContent = time;
  element("lock-clock").textContent = time;
}

// The buttons.

/** A press of a volume button: a sixteenth, as on a telephone. */
const STEP = 1 / 16;

function turn(step) {
  const level = Math.min(1, Math.max(0, Math.round((device.volume + step) / STEP) * STEP));
  return ask("Device.Notify", { kind: "volume", level });
}

// One deed after the other, each knowing what has come of the one before.
let deeds = Promise.resolve();
const toggle = (name) => ask("Device.Overlay", { name, action: device.panels.includes(name) ? "close" : "open" });
const DEEDS = {
  home: () => ask("Device.Home"),
  lock: () => (device.locked ? element("lock-screen").requestSubmit() : ask("Device.Lock")),
  switcher: () => toggle("switcher"),
  centre: () => toggle("notificationCenter"),
  quieter: () => turn(-STEP),
  louder: () => turn(STEP),
  rotate: () => ask("Device.Notify", { kind: "orientation", orientation: TURNED[device.orientation] ?? "portrait" }),
  shake,
  memory: () => ask("Memory.Warn"),
  ring: () => ask("Device.Call", { action: "ring" }),
  accept: () => ask("Device.Call", { action: "accept" }),
  decline: () => ask("Device.Call", { action: "decline" }),
  "dismiss-alert": () => ask("Device.Alert", { action: "dismiss" }),
};
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => { deeds = deeds.then(DEEDS[button.dataset.do]); });
}
element("call-pill").addEventListener("click", () => ask("Device.Call", { action: "end" }));

/** The keyboard does not get to what is covered. */
function cover() {
  const isCovered = ["switcher", "centre", "permission"].some((id) => !element(id).hidden);
  element("app").inert = isCovered;
  element("home-screen").inert = isCovered;
  element("status").classList.toggle("over-app", !element("app").hidden && !isCovered);
}

onChange(() => { showLock(); showSwitcher(); showCentre(); showRest(); cover(); });
setInterval(showTime, 1000);
showTime();
