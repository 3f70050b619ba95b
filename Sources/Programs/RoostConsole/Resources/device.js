// The device as the daemon tells of it: its state and its apps, asked anew when something has happened.

import { call, on } from "./link.js";

export const device = {
  locked: false, passcode: false, call: "none", alerts: 0, panels: [], front: [], orientation: "portrait",
  level: 1, charging: "full", volume: 1, apps: [], notifications: [], memory: undefined,
  /** The permission that an app in front asks for; undefined: none. */
  asked: undefined,
};
const watchers = [];
/** Milliseconds in which events are gathered before the daemon is asked. */
const GATHER = 80;
let asking;
let isStale = false;
let timer;

/** Has `body` told whenever the device may be another than before. */
export function onChange(body) { watchers.push(body); }

export function app(id) { return device.apps.find((app) => app.id === id); }

/** The name that the app has, or one made of its identifier: "com.example.xcode-template" is Xcode Template. */
export function title(id) {
  const name = app(id)?.name?.trim();
  if (name) return name;
  const words = id.slice(id.lastIndexOf(".") + 1).split(/[-_ ]+/).filter(Boolean);
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(" ") || id;
}

/** A list that has too much for a page is empty, and the reason is told. */
async function list(method, none) {
  try {
    return await call(method);
  } catch (error) {
    if (error.name !== "tooLarge") throw error;
    document.getElementById("note").textContent = error.message;
    return none;
  }
}

async function ask() {
  try {
    while (isStale) {
      isStale = false;
      const [state, { apps }, { notifications }, { permissions }, memory] = await Promise.all([
        call("Device.GetState"), list("Apps.List", { apps: [] }), list("Notifications.List", { notifications: [] }),
        list("Privacy.List", { permissions: [] }), call("Memory.Get"),
      ]);
      const asked = permissions.find(({ shown }) => shown);
      Object.assign(device, state, { apps, notifications, memory, asked });
      for (const body of watchers) body();
    }
  } catch {
    // The line, or the daemon, is gone; both are told of elsewhere, and everything is asked when they are back.
  } finally {
    asking = undefined;
  }
}

/** Asks for everything, once more if it is being asked for already; done when nothing is older than this. */
export function refresh() {
  isStale = true;
  asking ??= ask();
  return asking;
}

export function refreshSoon() {
  if (timer) return;
  timer = setTimeout(() => { timer = undefined; refresh(); }, GATHER);
}

on("event", refreshSoon);
on("daemon", ({ daemon }) => { if (daemon === "here") refresh(); });
