import { byId, showProblem } from "./dom.mjs";
import { FaultsPanel } from "./faults.mjs";
import { shortSentence } from "./format.mjs";
import { ObjectsPanel } from "./objects.mjs";
import { RequestsPanel } from "./requests.mjs";
import { Store } from "./store.mjs";
import { call, follow, hasToken, Refusal, setToken } from "./stream.mjs";
import { TasksPanel } from "./tasks.mjs";

const RETRY_MS = 1000;

const store = new Store();
const panels = {
  objects: new ObjectsPanel(store, act),
  tasks: new TasksPanel(store, act),
  requests: new RequestsPanel(store),
  faults: new FaultsPanel(store, act),
};

/** Which panels show a group of items. */
const panelsOf = {
  kinds: [panels.objects],
  objects: [panels.objects],
  tasks: [panels.tasks],
  taskCounts: [panels.tasks],
  requests: [panels.requests],
  requestCounts: [panels.requests],
  faults: [panels.faults],
  faultExamples: [panels.faults],
};

/**
 * Sends a request to a control endpoint, and returns whether it succeeded. `complain` shows the reason if it did not, or
 * an empty text.
 */
async function act(method, path, body, complain = notice) {
  try {
    await call(method, path, body);
    complain("");
    return true;
  } catch (error) {
    complain(error instanceof Refusal ? error.message : "The simulator cannot be reached.");
    return false;
  }
}

function notice(text) {
  byId("notice").textContent = shortSentence(text);
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
    panel.show();
  } catch (error) {
    reportError(error);
  }
}

/** Follows the simulator until it refuses. A simulator that has ended may start again. */
async function run() {
  for (;;) {
    try {
      store.clear();
      await follow((event) => {
        connection("Live", true);
        const groups = store.take(event);
        show(store.isFirst ? Object.keys(panelsOf) : groups);
        document.querySelector("main").hidden = false;
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
  if (status !== 401) return notice(message);
  byId("access").hidden = false;
  // The first request has no token: nobody has made a mistake yet.
  showProblem(byId("token"), byId("token-problem"), hasToken() ? message : "");
  byId("token").focus();
}

byId("access").addEventListener("submit", (event) => {
  event.preventDefault();
  setToken(byId("token").value);
  byId("token").value = "";
  byId("access").hidden = true;
  void run();
});

void run();
