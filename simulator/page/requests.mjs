import { byId, element, KeyedList } from "./dom.mjs";

/** The newest requests and their replies. */
export class RequestsPanel {
  #list = new KeyedList(byId("requests"), row);

  show(store) {
    const entries = store.entries("requests").reverse();
    this.#list.show(entries);
    byId("request-count").textContent = entries.length === 0 ? "" : String(entries[0][1].number);
  }
}

function row(request) {
  const { at, method, path, query, status, reason, fault, milliseconds } = request;
  const answered = milliseconds === undefined ? "…" : `${Math.round(milliseconds)} ms`;
  return element(
    "li",
    { class: `request ${classOf(request)}` },
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("time", { datetime: new Date(at).toISOString() }, new Date(at).toLocaleTimeString()),
        element("strong", {}, method),
        element("code", { class: "path" }, query === "" ? path : `${path}?${query}`),
        element("span", { class: "status" }, statusText(status, milliseconds)),
        element("span", { class: "muted duration" }, answered),
      ),
      part("Request", request.body),
      part("Reply", request.reply),
    ),
    reason === undefined ? undefined : element("p", { class: "reason" }, reason),
    fault === undefined ? undefined : element("p", { class: "fault" }, `Fault: ${fault}`),
  );
}

function statusText(status, milliseconds) {
  if (status !== 0) return String(status);
  return milliseconds === undefined ? "under way" : "no reply";
}

function classOf({ status, milliseconds }) {
  if (status === 0) return milliseconds === undefined ? "open" : "bad";
  if (status >= 500) return "bad";
  return status >= 400 ? "refused" : "good";
}

function part(title, text) {
  if (text === undefined) return element("p", { class: "muted" }, `${title}: no body.`);
  return element("div", {}, element("h3", {}, title), element("pre", { tabindex: "0" }, indented(text)));
}

/** A reply may be no JSON, or only a part of it. */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
