import { byId } from "./dom.mjs";
import { FaultsPanel } from "./faults.mjs";
import { ObjectsPanel } from "./objects.mjs";
import { RequestsPanel } from "./requests.mjs";
import { Store } from "./store.mjs";
import { call, follow, Refusal, setToken } from "./stream.mjs";
import { TasksPanel } from "./tasks.mjs";

const RETRY_MS = 1000;

const store = new Store();
const panels = {
  objects: new ObjectsPanel(act),
  tasks: new TasksPanel(store, act),
  requests: new RequestsPanel(),
  faults: new FaultsPanel(act),
};

/** Which panels show a group of items. */
const panelsOf = {
  kinds: [panels.objects],
  objects: [panels.objects],
  tasks: [panels.tasks],
  taskCount: [panels.tasks],
  requests: [panels.requests],
  faults: [panels.faults],
  faultExamples: [panels.faults],
};

/** Sends a request to a control endpoint, shows a refusal, and returns whether it succeeded. */
async function act(method, path, body) {
  try {
    await call(method, path, body);
    notice("");
    return true;
  } catch (error) {
    notice(error instanceof Refusal ? error.message : "The simulator cannot be reached.");
    return false;
  }
}

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = text === "";
}

function connection(text, isLive = false) {
  byId("connection").textContent = text;
  byId("connection").classList.toggle("live", isLive);
}

function show(groups) {
  const changed = new Set([...groups].flatMap((group) => panelsOf[group] ?? []));
  for (const panel of changed) tryShow(panel);
}

/** A mistake in one panel is no failure of the connection. */
function tryShow(panel) {
  try {
    panel.show(store);
  } catch (error) {
    reportError(error);
  }
}

/** Follows the simulator until it refuses. A simulator that has ended may start again. */
async function run() {
  for (;;) {
    try {
      let isFirst = true;
      await follow((event) => {
        if (isFirst) store.clear();
        connection("Live", true);
        const groups = store.take(event);
        show(isFirst ? Object.keys(panelsOf) : groups);
        isFirst = false;
      });
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
    }
    connection("The simulator does not answer. Trying again…");
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function refused({ status, message }) {
  connection("Not connected");
  notice(message);
  if (status !== 401) return;
  byId("access").hidden = false;
  byId("token").focus();
}

byId("access").addEventListener("submit", (event) => {
  event.preventDefault();
  setToken(byId("token").value);
  byId("token").value = "";
  byId("access").hidden = true;
  notice("");
  void run();
});

void run();
