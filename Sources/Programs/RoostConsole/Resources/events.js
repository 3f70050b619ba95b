// The page of what happens to the device, to be made happen: each form is one call of the control interfaces.

import { call } from "./link.js";
import { device, onChange, refresh, title } from "./device.js";

const page = document.getElementById("device-page");
const said = document.getElementById("device-said");
const text = (name, label, value, list) => ({ name, label, value, list, type: "text" });
const number = (name, label, value, step) => ({ name, label, value, step, type: "number" });
const choice = (name, label, options) => ({ name, label, options });
const app = { name: "id", label: "App", options: [] };

const notify = (kind) => (values) => ["Device.Notify", { kind, ...values }];
const FORMS = [
  ["Battery", [number("percent", "Percent", 100, 1), choice("state", "State", ["unplugged", "charging", "full"])],
    ({ percent, state }) => ["Device.Notify", { kind: "battery", level: percent / 100, state }]],
  ["Locale", [text("locale", "Locale", navigator.language.replace("-", "_"), ["en_US", "de_DE", "ko_KR", "ar_EG"])],
    notify("locale")],
  ["Time zone", [text("zone", "Zone", "Asia/Seoul", ["Asia/Seoul", "Europe/Berlin", "America/New_York", "UTC"])],
    notify("time")],
  ["Clock", [number("jump", "Jumps by seconds", 3600, 1)], notify("time")],
  ["Orientation", [choice("orientation", "Side", ["portrait", "landscapeLeft", "landscapeRight", "portraitUpsideDown",
    "faceUp", "faceDown"])], notify("orientation")],
  ["Network", [choice("network", "Is", ["wifi", "cellular", "offline"])], notify("network")],
  ["Volume", [number("percent", "Percent", 50, 1)],
    ({ percent }) => ["Device.Notify", { kind: "volume", level: percent / 100 }]],
  ["Proximity", [choice("near", "Something is", ["far", "near"])],
    ({ near }) => ["Device.Notify", { kind: "proximity", near: near === "near" }]],
  ["Accessory", [text("name", "Name", "Headset"), choice("is", "Is", ["connected", "disconnected"])],
    ({ name, is }) => ["Device.Notify", { kind: "accessory", name, connected: is === "connected" }]],
  ["Display", [text("name", "Name", "HDMI-1"), choice("is", "Is", ["connected", "disconnected"])],
    ({ name, is }) => ["Device.Notify", { kind: "display", name, connected: is === "connected" }]],
  ["Account", [text("account", "iCloud", "none")], notify("icloud")],
  ["Memory", [choice("level", "Pressure", ["warning", "urgent", "critical", "normal"])],
    (values) => ["Memory.Pressure", values]],
  ["Place", [app, number("latitude", "Latitude", 48.1, "any"), number("longitude", "Longitude", 11.6, "any")],
    (values) => ["Events.Location", values]],
  ["Fetch", [app], (values) => ["Events.Fetch", values]],
  ["Push", [app, text("alert", "Text", "Hello")],
    ({ id, alert }) => ["Events.Push", { id, payload: JSON.stringify({ aps: { alert } }) }]],
];

function field({ name, label, type, value, step, options, list }, form) {
  const row = document.createElement("label");
  const control = document.createElement(options ? "select" : "input");
  control.name = name;
  if (options) {
    control.append(...options.map((option) => new Option(option, option)));
  } else {
    control.type = type;
    control.required = true;
    control.value = value;
    if (step) control.step = step;
  }
  if (list) {
    const data = document.createElement("datalist");
    data.id = `${form}-${name}`.replaceAll(" ", "-");
    data.append(...list.map((option) => new Option(option)));
    control.setAttribute("list", data.id);
    row.append(data);
  }
  row.prepend(label, " ", control);
  return row;
}

function formOf([name, fields, made]) {
  const form = document.createElement("form");
  form.dataset.event = name;
  const head = document.createElement("strong");
  head.textContent = name;
  const set = document.createElement("button");
  set.textContent = "Set";
  set.setAttribute("aria-label", `Set ${name}`);
  form.append(head, ...fields.map((one) => field(one, name)), set);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const control of form.elements) {
      if (control.name) values[control.name] = control.type === "number" ? control.valueAsNumber : control.value;
    }
    said.textContent = "";
    try {
      await call(...made(values));
      said.textContent = `${name}: done.`;
      said.className = "";
    } catch (error) {
      said.textContent = `${name}: ${error.message}`;
      said.className = "bad";
    }
    refresh();
  });
  return form;
}

document.getElementById("device-forms").append(...FORMS.map(formOf));

onChange(() => {
  const ids = device.apps.map(({ id }) => id).join();
  if (page.dataset.ids === ids) return;
  page.dataset.ids = ids;
  for (const select of page.querySelectorAll("select[name=id]")) {
    const before = select.value;
    select.replaceChildren(...device.apps.map(({ id }) => new Option(title(id), id)));
    if (ids.includes(before) && before) select.value = before;
  }
});

// The two pages beside the device.

const tabs = [...document.querySelectorAll("[role=tab]")];

function show(tab) {
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => show(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
}
