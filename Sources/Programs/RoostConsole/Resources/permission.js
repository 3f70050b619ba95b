// The alert by which an app asks for a permission, and the user's answer (PR2).

import { ask } from "./ask.js";
import { device, onChange, title } from "./device.js";
import { iconOf } from "./home.js";

const alert = document.getElementById("permission");
/** What an app may do with each service. */
const USES = {
  notifications: "send you notifications", location: "use your location", camera: "use the camera",
  microphone: "use the microphone", contacts: "read your contacts", photos: "see your photos",
  tracking: "follow you across other companies’ apps and websites", bluetooth: "use Bluetooth",
  localNetwork: "find devices on your local network",
};

function answers(service) {
  const deny = ["Don’t Allow", "deny"];
  if (service !== "location") return [deny, ["Allow", "allow"]];
  return [["Allow Once", "allowOnce"], ["Allow While Using App", "allow"], deny];
}

function button([name, action], { app, service }) {
  const button = document.createElement("button");
  button.textContent = name;
  button.dataset.answer = action;
  button.addEventListener("click", async () => {
    for (const other of alert.querySelectorAll("button")) other.disabled = true;
    // Another app's alert may have come in the place of this one, and the page does not show it yet.
    await ask("Device.Alert", { action, app, service });
    // Refused: the alert may still be there, and may be answered again.
    for (const other of alert.querySelectorAll("button")) other.disabled = false;
  });
  return button;
}

function paragraph(text, name) {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  paragraph.id = name;
  return paragraph;
}

onChange(() => {
  const asked = device.locked || device.call === "ringing" ? undefined : device.asked;
  alert.hidden = !asked;
  const shown = asked ? `${asked.app} ${asked.service}` : "";
  if (alert.dataset.shown === shown) return;
  alert.dataset.shown = shown;
  if (!asked) { alert.replaceChildren(); return; }
  const row = document.createElement("div");
  row.append(...answers(asked.service).map((answer) => button(answer, asked)));
  row.className = row.children.length > 2 ? "column" : "row";
  alert.replaceChildren(
    iconOf(asked.app), paragraph(`“${title(asked.app)}” would like to ${USES[asked.service]}`, "permission-title"),
    paragraph(asked.purpose ?? "", "permission-purpose"), row);
  // A keyboard answers it at once, and a screen reader reads it.
  alert.focus({ preventScroll: true });
});
