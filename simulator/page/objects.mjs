import { byId, element, KeyedList } from "./dom.mjs";
import { placeText, short } from "./format.mjs";

const MOST_FACTS = 3;
const FIRST_FACTS = ["status", "state", "email"];
const LONGEST_FACT = 60;

/** The objects by area and kind. */
export class ObjectsPanel {
  #areas;
  #lists = new Map();
  #known = new Map();
  #act;
  #store;

  /** `act` sends a request to a control endpoint. */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
    this.#areas = new KeyedList(byId("areas"), ({ area, kind }) => this.#kindOf(area, kind));
  }

  show() {
    const kinds = this.#store.entries("kinds").map(([, kind]) => kind);
    const filled = kinds.filter(({ count }) => count > 0);
    // A heading has no number that changes: the same item keeps its element.
    this.#areas.show(filled.map(({ area, kind }) => [kind, this.#headings(area, kind)]));
    const objects = this.#store.entries("objects").map(([, item]) => item);
    for (const { kind, count } of filled) this.#showKind(kind, count, objects);
    const empty = kinds.filter(({ count }) => count === 0).map(({ kind }) => titleOf(kind));
    byId("empty-kinds").textContent =
      empty.length === 0 ? "" : `There are no objects of these kinds: ${empty.join(", ")}.`;
    byId("object-count").textContent = String(filled.reduce((sum, { count }) => sum + count, 0));
  }

  #headings(area, kind) {
    if (!this.#known.has(kind)) this.#known.set(kind, { area, kind });
    return this.#known.get(kind);
  }

  #kindOf(area, kind) {
    const count = element("span", { class: "count" });
    const rows = element("ul", { class: "rows" });
    const more = element("p", { class: "muted" });
    const list = new KeyedList(rows, (item) => this.#row(item));
    this.#lists.set(kind, { list, count, more });
    const about = area === kind ? undefined : element("small", { class: "muted" }, area);
    return element("section", { class: "kind" }, element("h3", {}, titleOf(kind), count, about), rows, more);
  }

  #showKind(kind, total, objects) {
    const { list, count, more } = this.#lists.get(kind);
    const mine = objects.filter((item) => item.kind === kind);
    list.show(mine.map((item) => [item.id, item]));
    count.textContent = String(total);
    more.textContent = total > mine.length ? `The newest ${mine.length} of ${total}.` : "";
  }

  #row({ kind, id, object }) {
    const { name, project_id: project, region_id: region } = object;
    const remove = () => this.#act("DELETE", `/${kind}/${encodeURIComponent(id)}`);
    return element(
      "li",
      { class: !this.#store.isFirst && "changed" },
      element(
        "details",
        {},
        element(
          "summary",
          {},
          name ? element("strong", { class: "name" }, short(name)) : "",
          element("span", {}, placeText(project, region)),
          name ? facts(object, id, { onlyFirst: true }) : "",
          element("code", { class: "id" }, short(id)),
          name ? "" : facts(object, id),
        ),
        element("pre", { tabindex: "0" }, JSON.stringify(object, undefined, 2)),
        element(
          "button",
          { type: "button", click: remove, "aria-label": `Delete ${short(name || id)} of ${kind}` },
          "Delete",
        ),
      ),
    );
  }
}

/** Kinds whose names do not say what they are. */
const TITLES = {
  answers: "Prepared replies of analytics",
  "lost-groups": "Deleted edge groups",
  "lost-clients": "Deleted clients of edge groups",
};

function titleOf(kind) {
  if (TITLES[kind]) return TITLES[kind];
  const text = kind.replace(/[_-]/g, " ").replace(/\bai\b/, "AI");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Some short fields, to tell objects apart: those of certain names first, or only those. */
function facts(object, id, { onlyFirst = false } = {}) {
  const known = Object.entries(object).filter(([, value]) => isFact(value) && String(value) !== id);
  const first = FIRST_FACTS.flatMap((name) => known.filter(([key]) => key === name));
  const others = known.filter(([key]) => !FIRST_FACTS.includes(key) && !/(^id|_at|_on)$/.test(key));
  return [...first, ...(onlyFirst ? [] : others)]
    .slice(0, MOST_FACTS)
    .map(([key, value]) => element("span", { class: "fact" }, element("small", {}, key), String(value)));
}

function isFact(value) {
  const { length } = String(value);
  return ["string", "number", "boolean"].includes(typeof value) && length > 0 && length <= LONGEST_FACT;
}
