import { shortSentence } from "./format.mjs";

/** An element with attributes and children. Children are nodes or texts: no text becomes markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Shows beside an input why its value is refused; an empty text if it is not. */
export function showProblem(input, place, text) {
  place.textContent = shortSentence(text);
  place.hidden = text === "";
  if (text === "") input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

/**
 * Shows items in a container, each by one element. Only elements of changed items are made anew, so that what is open,
 * selected or focused stays.
 */
export class KeyedList {
  #container;
  #render;
  #shown = new Map();

  constructor(container, render) {
    this.#container = container;
    this.#render = render;
  }

  /** Takes pairs of a key and an item, in order. */
  show(entries) {
    const keys = new Set(entries.map(([key]) => key));
    for (const [key, { node }] of this.#shown) {
      if (keys.has(key)) continue;
      node.remove();
      this.#shown.delete(key);
    }
    const nodes = entries.map(([key, item]) => this.#nodeOf(key, item));
    let place = this.#container.firstElementChild;
    for (const node of nodes) {
      if (node === place) place = place.nextElementSibling;
      else this.#container.insertBefore(node, place);
    }
  }

  #nodeOf(key, item) {
    const shown = this.#shown.get(key);
    if (shown?.item === item) return shown.node;
    const node = this.#render(item);
    if (shown) replace(shown.node, node);
    this.#shown.set(key, { item, node });
    return node;
  }
}

/** Keeps open what is open, and the focus on the same control. */
function replace(before, after) {
  const opened = [...before.querySelectorAll("details")].map((each) => each.open);
  for (const [index, each] of [...after.querySelectorAll("details")].entries())
    each.open = opened[index] ?? false;
  const focused = [...before.querySelectorAll("summary, button, input")].indexOf(document.activeElement);
  before.replaceWith(after);
  after.querySelectorAll("summary, button, input")[focused]?.focus();
}
