import { type Operation, ok, operation } from "../http/operation";
import type { Faults } from "./faults";
import { faultRule } from "./rule";

const path = "/faults";

/** Faults from another process: GET, POST and DELETE /_simulator/faults. */
export function faultControls(faults: Faults): Operation[] {
  return [list(faults), add(faults), clear(faults)];
}

function list(faults: Faults): Operation {
  return operation({
    method: "GET",
    path,
    handle: () => ok({ count: faults.texts().length, results: faults.texts() }),
  });
}

function add(faults: Faults): Operation {
  return operation({
    method: "POST",
    path,
    body: faultRule,
    handle: ({ body }) => ({ status: 201, body: { rule: faults.add(body) } }),
  });
}

function clear(faults: Faults): Operation {
  return operation({
    method: "DELETE",
    path,
    handle: () => {
      faults.clear();
      return { status: 204 };
    },
  });
}
