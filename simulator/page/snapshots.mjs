import { byId, element, KeyedList, showProblem } from "./dom.mjs";
import { shortSentence } from "./format.mjs";

/** The states that can be restored, and a form that saves the present one. */
export class SnapshotsPanel {
  #list;
  #store;
  #act;

  /** `act` sends a request to a control endpoint, and returns whether it succeeded. */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
    this.#list = new KeyedList(byId("snapshots"), (name) => this.#row(name));
    byId("save-snapshot").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#save(byId("snapshot"));
    });
    byId("snapshot").addEventListener("input", () => this.#complain(""));
  }

  show() {
    this.#list.show((this.#store.get("snapshots") ?? []).map((name) => [name, name]));
  }

  #row(name) {
    const path = `/snapshots/${encodeURIComponent(name)}`;
    const restore = () => void this.#act("POST", `${path}/restore`);
    const remove = () => void this.#act("DELETE", path);
    const shown = shortSentence(name);
    return element(
      "li",
      {},
      element("code", {}, shown),
      " ",
      element("button", { type: "button", click: restore, "aria-label": `Restore ${shown}` }, "Restore"),
      " ",
      // The state of the start stays.
      name === "start"
        ? ""
        : element("button", { type: "button", click: remove, "aria-label": `Delete ${shown}` }, "Delete"),
    );
  }

  async #save(input) {
    const complain = (text) => this.#complain(text);
    if (await this.#act("POST", "/snapshots", { name: input.value.trim() }, complain)) input.value = "";
  }

  #complain(text) {
    showProblem(byId("snapshot"), byId("snapshot-problem"), text);
  }
}
