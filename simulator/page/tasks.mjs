import { byId, element, KeyedList } from "./dom.mjs";
import { duration, placeText, short, shortSentence } from "./format.mjs";

const REFRESH_MS = 200;

/** The tasks, pending ones first and then the newest, with ages that move on between two events. */
export class TasksPanel {
  #list;
  #store;
  #act;

  /** `act` sends a request to a control endpoint. */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
    this.#list = new KeyedList(byId("tasks"), (task) => this.#row(task));
    setInterval(() => this.#moveAges(), REFRESH_MS);
  }

  show() {
    const entries = this.#store.entries("tasks").reverse();
    this.#list.show([
      ...entries.filter(([, task]) => !hasEnded(task)),
      ...entries.filter(([, task]) => hasEnded(task)),
    ]);
    const { all = 0, pending = 0 } = this.#store.get("taskCounts") ?? {};
    byId("task-count").textContent = pending === 0 ? String(all) : `${pending} pending of ${all}`;
    byId("task-note").textContent = noteOf(all, entries.length);
    this.#moveAges();
  }

  #row(task) {
    const { id, type, name, project, region, state, error } = task;
    return element(
      "li",
      { class: `task ${state.toLowerCase()}` },
      element(
        "div",
        { class: "line" },
        element("strong", { class: "name" }, short(name ?? type)),
        element("span", { class: "state" }, state),
        hasEnded(task) ? "" : this.#progress(task),
      ),
      error === null ? "" : element("p", { class: "reason" }, shortSentence(error)),
      element(
        "div",
        { class: "line muted about" },
        name === undefined ? "" : element("span", {}, type),
        element("span", {}, placeText(project, region)),
        element("code", { class: "id" }, id),
      ),
    );
  }

  #progress({ id, type, name, createdAt, endsAt }) {
    const what = `${type} ${short(name ?? id)}`;
    const end = (how) => () => this.#act("POST", `/tasks/${id}/${how}`);
    return element(
      "span",
      { class: "progress", "data-from": createdAt, "data-to": endsAt ?? "" },
      element("progress", {
        "aria-label": `Progress of ${what}`,
        max: endsAt === null ? undefined : endsAt - createdAt,
      }),
      element("span", { class: "left muted" }),
      element("button", { type: "button", click: end("finish"), "aria-label": `Finish ${what}` }, "Finish"),
      element("button", { type: "button", click: end("fail"), "aria-label": `Fail ${what}` }, "Fail"),
    );
  }

  #moveAges() {
    const now = this.#store.now();
    for (const line of document.querySelectorAll("#tasks [data-from]")) {
      const { from, to } = line.dataset;
      const age = now - Number(from);
      const left = to === "" ? "until it is ended" : `${duration(Number(to) - now)} left`;
      line.querySelector(".left").textContent = `${duration(age)}, ${left}`;
      if (to !== "") line.querySelector("progress").value = Math.max(0, age);
    }
  }
}

function noteOf(all, shown) {
  if (all === 0) return "No task has started.";
  return all > shown ? `The newest ${shown} of ${all} tasks.` : "";
}

function hasEnded({ state }) {
  return state === "FINISHED" || state === "ERROR";
}
