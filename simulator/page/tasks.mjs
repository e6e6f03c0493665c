import { byId, element, KeyedList } from "./dom.mjs";

const REFRESH_MS = 200;

/** The tasks, newest first, with a bar that moves on between two events. */
export class TasksPanel {
  #list;
  #store;
  #act;

  /** `act` sends a request to a control endpoint. */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
    this.#list = new KeyedList(byId("tasks"), (task) => this.#row(task));
    setInterval(() => this.#moveBars(), REFRESH_MS);
  }

  show() {
    this.#list.show(this.#store.entries("tasks").reverse());
    const pending = this.#store.entries("tasks").filter(([, task]) => !hasEnded(task)).length;
    const total = this.#store.get("taskCount") ?? 0;
    byId("task-count").textContent = pending === 0 ? String(total) : `${pending} pending of ${total}`;
    this.#moveBars();
  }

  #row(task) {
    const { id, type, state } = task;
    return element(
      "li",
      { class: `task ${state.toLowerCase()}` },
      element("div", { class: "line" }, element("strong", {}, type), element("code", { class: "id" }, id)),
      hasEnded(task) ? result(task) : this.#progress(task),
    );
  }

  #progress({ id, type, state, createdAt, endsAt }) {
    const bar = element("progress", {
      "aria-label": `Progress of ${type} ${id}`,
      ...(endsAt === null ? {} : { max: endsAt - createdAt, value: 0, "data-from": createdAt }),
    });
    const end = (how) => () => this.#act("POST", `/tasks/${id}/${how}`);
    return element(
      "div",
      { class: "line" },
      element("span", { class: "state" }, state),
      bar,
      element("span", { class: "left muted" }, endsAt === null ? "until it is ended" : ""),
      element(
        "button",
        { type: "button", click: end("finish"), "aria-label": `Finish ${type} ${id}` },
        "Finish",
      ),
      element("button", { type: "button", click: end("fail"), "aria-label": `Fail ${type} ${id}` }, "Fail"),
    );
  }

  #moveBars() {
    for (const bar of document.querySelectorAll("#tasks progress[data-from]")) {
      const passed = this.#store.now() - Number(bar.dataset.from);
      bar.value = passed;
      const left = Math.max(0, bar.max - passed);
      bar.nextElementSibling.textContent = `${(left / 1000).toFixed(1)} s left`;
    }
  }
}

function result({ state, error, created }) {
  const text = error ?? (created.length > 0 ? `created ${created.join(", ")}` : "");
  return element(
    "div",
    { class: "line" },
    element("span", { class: "state" }, state),
    element("span", { class: "muted" }, text),
  );
}

function hasEnded({ state }) {
  return state === "FINISHED" || state === "ERROR";
}
