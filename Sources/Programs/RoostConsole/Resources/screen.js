// One screen of the device: what an app, or one scene of it, draws of itself while somebody looks.

import { call } from "./link.js";
import { app as appOf, device, onChange, refresh, title } from "./device.js";
import { forget, image } from "./image.js";

/** Milliseconds between two looks at a screen: while it is used, and while it is only looked at. */
const BUSY = 80;
const IDLE = 400;
/** Milliseconds after a touch or a key in which the screen counts as used. */
const USED = 1000;

/** The longest side of a screen, in points, as large ones have it: an app may draw one that pushes all else off the page. */
const LONGEST = 1920;

/** By session: the document that a scene in front has drawn last. */
export const drawn = new Map();
const watchers = [];

/** Has `body` told whenever a scene in front has drawn itself anew. */
export function onDrawn(body) { watchers.push(body); }

onChange(() => {
  const sessions = new Set(device.apps.flatMap(({ scenes }) => scenes.map(({ session }) => session)));
  for (const session of drawn.keys()) if (!sessions.has(session)) drawn.delete(session);
});

export class Screen {
  /** The app in front of it, and its scene where it has some; undefined: none. */
  place;
  /** The name of the picture that is shown. */
  #seen;
  #used = -USED;
  #isGone = false;
  #wake = () => {};

  /** @param phone The element with the class "phone" that the screen is in. */
  constructor(phone) {
    this.phone = phone;
    this.box = phone.querySelector(".app");
    this.picture = phone.querySelector(".picture");
    this.card = phone.querySelector(".card");
    this.elements = phone.querySelector(".elements");
  }

  /** Shows another app or scene; undefined: none. */
  show(place) {
    this.box.hidden = !place;
    if (place?.id !== this.place?.id || place?.session !== this.place?.session) {
      this.place = place;
      this.#seen = undefined;
      this.elements.replaceChildren();
      this.card.hidden = true;
      forget(this.picture);
      this.picture.hidden = true;
      for (const side of ["--width", "--height"]) this.phone.style.removeProperty(side);
      if (place) {
        this.box.setAttribute("aria-label", place.name);
        this.#showKept(place);
      }
    }
    this.box.classList.toggle("still", Boolean(place) && !this.active());
    this.look();
  }

  /** The app that it shows, where that takes input. */
  active() {
    if (device.locked || !this.place) return undefined;
    const app = appOf(this.place.id);
    return app?.state === "active" ? app : undefined;
  }

  /** Somebody uses it: it is looked at more often for a while. */
  use() { this.#used = performance.now(); }

  /** Looks at once. */
  look() { this.#wake(); }

  /** Looks again and again, never twice at a time, until it is taken away. */
  async watch() {
    while (!this.#isGone) {
      await this.#draw();
      const pause = performance.now() - this.#used < USED ? BUSY : IDLE;
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, this.active() ? pause : 60_000);
      });
    }
  }

  remove() {
    this.#isGone = true;
    this.place = undefined;
    this.#wake();
    forget(this.picture);
    this.phone.remove();
  }

  // The picture.

  async #draw() {
    const place = this.place;
    if (!this.active() || document.hidden) return;
    try {
      const answer = await call("Apps.Picture", { id: place.id, scene: place.session, seen: this.#seen });
      if (this.place !== place) return;
      if (answer.svg) {
        image(this.picture, answer.svg);
        const isPicture = await this.picture.decode().then(() => true, () => false);
        if (this.place !== place) return;
        if (isPicture) await this.#showPicture(place, answer.svg);
        else this.#showCard("This app draws something that is no picture.");
      }
      if (this.card.hidden) this.#seen = answer.picture;
    } catch (error) {
      if (error.name !== "org.roost.Apps.Refused") return;
      // It shows no views, or it is no longer active, which the page has not heard yet.
      await refresh();
      const app = this.active();
      if (this.place === place && app) this.#showCard(app.saying || "This app runs, and shows no views.");
    }
  }

  async #showPicture(place, svg) {
    this.#fit();
    this.picture.alt = `Screen of ${place.name}`;
    this.picture.hidden = false;
    this.card.hidden = true;
    if (place.session) {
      drawn.set(place.session, svg);
      for (const body of watchers) body();
    }
    await this.#showElements(place);
  }

  /** Until the app has drawn its screen, the picture that the switcher has of it. */
  async #showKept(place) {
    try {
      const { svg } = await call("Scenes.Snapshot", { id: place.id, scene: place.session });
      if (this.place !== place || this.#seen !== undefined) return;
      image(this.picture, svg);
      this.picture.hidden = false;
    } catch {
      // None is kept yet.
    }
  }

  #showCard(why) {
    const name = document.createElement("strong");
    name.textContent = title(this.place.id);
    const text = document.createElement("p");
    text.textContent = why;
    this.card.replaceChildren(name, text);
    this.card.hidden = false;
    this.picture.hidden = true;
    // Asked as if nothing had been seen, so that a picture takes the card's place.
    this.#seen = undefined;
  }

  /** The glass is as wide as the screen that the app has drawn: it may have been turned. */
  #fit() {
    const { naturalWidth: width, naturalHeight: height } = this.picture;
    if (!width || !height) return;
    this.phone.style.setProperty("--width", Math.min(width, LONGEST));
    this.phone.style.setProperty("--height", Math.min(height, LONGEST));
  }

  // For the keyboard and for screen readers there is a button over each element that the app tells of.
  async #showElements(place) {
    const { elements } = await call("Apps.Elements", { id: place.id, scene: place.session }).catch((error) => {
      if (error.name !== "tooLarge") throw error;
      return { elements: [] };
    });
    if (this.place !== place) return;
    const focused = document.activeElement?.closest(".elements") === this.elements
      ? document.activeElement.dataset.element : undefined;
    this.elements.replaceChildren(...elements.map((element, number) => {
      const button = document.createElement("button");
      const name = element.label ?? element.identifier ?? element.kind;
      button.dataset.element = element.identifier ?? `${number} ${name}`;
      button.dataset.kind = element.kind;
      button.setAttribute("aria-label", element.value == null ? name : `${name}: ${element.value}`);
      for (const [side, length] of [
        ["left", element.x], ["top", element.y], ["width", element.width], ["height", element.height],
      ]) button.style.setProperty(side, `${length}px`);
      return button;
    }));
    if (focused === undefined) return;
    [...this.elements.children].find((button) => button.dataset.element === focused)?.focus();
  }
}
