import { byId, element, KeyedList, showProblem } from "./dom.mjs";
import { shortSentence } from "./format.mjs";

/** The rules in force, a form for any rule, and examples. A switch that is off has no rule. */
export class FaultsPanel {
  #inForce;
  #examples;
  #items = new Map();
  #store;
  #act;

  /** `act` sends a request to a control endpoint, and returns whether it succeeded. */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
    this.#inForce = new KeyedList(byId("faults"), (rule) => this.#switch(rule));
    this.#examples = new KeyedList(byId("examples"), (example) => this.#switch(example));
    byId("add-fault").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#add(byId("rule"));
    });
    byId("rule").addEventListener("input", () => this.#complain(""));
  }

  show() {
    const rules = this.#store.entries("faults").map(([, rule]) => rule);
    const examples = this.#store.get("faultExamples") ?? [];
    const meanings = new Map(examples.map(({ rule, meaning }) => [rule, meaning]));
    this.#inForce.show([...new Set(rules)].map((rule) => [rule, this.#item(rule, meanings.get(rule), true)]));
    const off = examples.filter(({ rule }) => !rules.includes(rule));
    this.#examples.show(off.map(({ rule, meaning }) => [rule, this.#item(rule, meaning, false)]));
    byId("fault-count").textContent = rules.length === 0 ? "" : `${rules.length} on`;
    byId("rule-examples").replaceChildren(...examples.map(({ rule }) => element("option", { value: rule })));
  }

  /** The same object for the same switch: the list keeps its element. */
  #item(rule, meaning, isOn) {
    const key = `${isOn} ${rule}`;
    if (!this.#items.has(key)) this.#items.set(key, { rule, meaning, isOn });
    return this.#items.get(key);
  }

  #switch({ rule, meaning, isOn }) {
    const box = element("input", { type: "checkbox", role: "switch", checked: isOn, change: () => toggle() });
    const toggle = async () => {
      const done = isOn
        ? await this.#act("DELETE", `/faults?rule=${encodeURIComponent(rule)}`)
        : await this.#act("POST", "/faults", rule);
      if (!done) box.checked = isOn;
    };
    return element(
      "li",
      {},
      element(
        "label",
        {},
        box,
        element("code", {}, shortSentence(rule)),
        meaning ? element("small", { class: "muted" }, meaning) : "",
      ),
    );
  }

  async #add(input) {
    const complain = (text) => this.#complain(text);
    if (await this.#act("POST", "/faults", input.value.trim(), complain)) input.value = "";
  }

  #complain(text) {
    showProblem(byId("rule"), byId("rule-problem"), text);
  }
}
