import { byId, element, KeyedList } from "./dom.mjs";
import { shortSentence, timeOfDay } from "./format.mjs";

/** The newest requests and their replies. A filter selects them. */
export class RequestsPanel {
  #list = new KeyedList(byId("requests"), row);
  #store;

  constructor(store) {
    this.#store = store;
    for (const id of ["request-filter", "show-polls"]) byId(id).addEventListener("input", () => this.show());
  }

  show() {
    const entries = this.#store.entries("requests").sort(([, one], [, other]) => other.number - one.number);
    const words = byId("request-filter").value.toLowerCase().split(/\s+/);
    const withPolls = byId("show-polls").checked;
    const found = entries.filter(([, request]) => withPolls || !isQuietPoll(request));
    const shown = found.filter(([, request]) => words.every((word) => textOf(request).includes(word)));
    this.#list.show(shown);
    const { all = 0, polls = 0 } = this.#store.get("requestCounts") ?? {};
    byId("request-count").textContent = String(all);
    byId("poll-count").textContent = String(polls);
    byId("request-note").textContent = noteOf(all, shown.length, entries.length);
  }
}

function noteOf(all, shown, kept) {
  if (all === 0) return "No request has arrived.";
  const newest = all > kept ? `, of which the newest ${kept} are kept` : "";
  return shown < all ? `${shown} of ${all} requests${newest}.` : "";
}

/** A poll that has nothing to say but the state of a task. */
function isQuietPoll({ isPoll, status, milliseconds, fault }) {
  return isPoll && fault === undefined && (status === 200 || milliseconds === undefined);
}

/** Where the words of the filter are searched. */
function textOf({ method, path, query, status, reason = "", fault = "" }) {
  return `${method} ${path}?${query} ${status} ${reason} ${fault}`.toLowerCase();
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
        element("time", { datetime: new Date(at).toISOString() }, timeOfDay(at)),
        element("strong", {}, method),
        element("code", { class: "path" }, shortSentence(query === "" ? path : `${path}?${query}`)),
        element("span", { class: "status" }, statusText(status, milliseconds)),
        element("span", { class: "muted duration" }, answered),
      ),
      part("Request", request.body),
      part("Reply", request.reply),
    ),
    reason === undefined ? undefined : element("p", { class: "reason" }, shortSentence(reason)),
    fault === undefined ? undefined : element("p", { class: "fault" }, `Fault: ${shortSentence(fault)}`),
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
