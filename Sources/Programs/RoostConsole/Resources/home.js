// The home screen, and the icons of apps wherever one is shown.

import { ask } from "./ask.js";
import { call, on } from "./link.js";
import { device, onChange, title } from "./device.js";

const home = document.getElementById("home-screen");
/** By app: the address of its picture, or of none. */
const pictures = new Map();
// One after the other: a page may have few calls under way at a time.
let asked = Promise.resolve();

function hue(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)) % 360;
  return sum;
}

// An icon comes from the app's maker: it is shown as an image, in which no script runs and nothing is loaded.
async function load(id) {
  try {
    const { svg, png } = await call("Apps.Icon", { id });
    const content = svg == null ? Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0)) : svg;
    return URL.createObjectURL(new Blob([content], { type: svg == null ? "image/png" : "image/svg+xml" }));
  } catch {
    return undefined;
  }
}

function pictureOf(id) {
  if (!pictures.has(id)) {
    asked = asked.then(() => load(id));
    pictures.set(id, asked);
  }
  return pictures.get(id);
}

/** A drawn letter, until the app's own icon has come, and where there is none. */
export function iconOf(id) {
  const box = document.createElement("b");
  box.className = "app-icon";
  box.textContent = [...title(id)][0].toUpperCase();
  box.style.setProperty("--hue", hue(id));
  box.setAttribute("aria-hidden", "true");
  pictureOf(id).then(async (address) => {
    if (!address) return;
    const image = document.createElement("img");
    image.alt = "";
    image.draggable = false;
    image.src = address;
    if (await image.decode().then(() => true, () => false)) box.replaceChildren(image);
  });
  return box;
}

function icon(app) {
  const button = document.createElement("button");
  button.className = "icon";
  button.dataset.app = app.id;
  button.append(iconOf(app.id), title(app.id));
  button.addEventListener("click", () => ask("Apps.Launch", { id: app.id }));
  return button;
}

onChange(() => {
  home.hidden = device.locked || device.front.length > 0;
  const apps = device.apps.map((app) => `${app.id} ${app.name}`).join("\n");
  if (home.dataset.apps === apps) return;
  home.dataset.apps = apps;
  home.dataset.empty = "No app is installed.";
  home.replaceChildren(...device.apps.map(icon));
});

// Another app may have been installed meanwhile.
on("daemon", async ({ daemon }) => {
  if (daemon !== "here") return;
  for (const picture of pictures.values()) picture.then((address) => { if (address) URL.revokeObjectURL(address); });
  pictures.clear();
  delete home.dataset.apps;
});
