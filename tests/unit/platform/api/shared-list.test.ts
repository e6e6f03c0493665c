import { expect, test } from "@jest/globals";
import { isLive } from "../../../../sdk/src/operation/resource";
import { Accounts } from "../../../../sdk/src/platform/accounts";
import type { Reader } from "../../../../sdk/src/platform/api/api";
import type { RouterState } from "../../../../sdk/src/platform/api/router-outputs";
import { toState } from "../../../../sdk/src/platform/api/router-record";
import type { Platform } from "../../../../sdk/src/platform/platform";
import { handler } from "../../../../sdk/src/resources/router/handler";
import { camelCaseKeys } from "../../../../sdk/src/util/camel";
import type { RouterRecord, Simulator, SimulatorOptions } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { forward } from "../../../support/faulty-proxy";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, LAB, NETWORK, OFFICE, startPlatform } from "../../../support/platform";
import { type ScriptedReply, startScriptedServer } from "../../../support/scripted-server";
import { settingsOf } from "../../../support/settings";
import { settle } from "../../../support/until";
import { PLACE } from "../../resources/router/setup";

// A refresh of many routers reads most of them from the list of their region.

const { closeLater } = useCleanup();

const LIST = { method: "GET", path: /^\/cloud\/v1\/routers\/\d+\/\d+$/ };
const SINGLE = { method: "GET", path: /^\/cloud\/v1\/routers\/\d+\/\d+\/./ };

type Addition = Parameters<Simulator["routers"]["add"]>[0];

/** A platform, and the reads of one provider process, whose clock stands still. */
async function setUp(
  options: SimulatorOptions = {},
  change?: (reply: ScriptedReply) => ScriptedReply | Promise<ScriptedReply>,
) {
  const simulator = closeLater(await startPlatform({ taskTime: 0, ...options }));
  const proxy =
    change &&
    closeLater(
      await startScriptedServer(async (request) => {
        const reply = await forward(simulator.url, request);
        return LIST.path.test(request.path.split("?")[0] as string) ? change(reply) : reply;
      }),
    );
  const clock = new TestClock();
  const account = { baseUrl: (proxy ?? simulator).url, apiKey: KEY };
  const settings = settingsOf({ ...account, requestTimeout: "10s", maxRetries: "0" });
  const startRun = () => closeLater(new Accounts(clock).get(settings));
  const addRouters = (count: number, addition: Partial<Addition> = {}) =>
    Array.from({ length: count }, (_, index) =>
      simulator.routers.add({ ...PLACE, name: `router-${index}`, ...addition }),
    );
  const counts = () => [simulator.count(SINGLE), simulator.count(LIST)];
  return { simulator, clock, startRun, addRouters, counts };
}

/** The state of a router that was read before. */
function recordedOf(router: RouterRecord): RouterState {
  const record = camelCaseKeys(structuredClone(router)) as Parameters<typeof toState>[1];
  return toState({ projectId: router.project_id, regionId: router.region_id }, record);
}

/** The state of the router after a refresh, or what is missing. */
async function refresh(run: Platform, recorded: RouterState, signal = new AbortController().signal) {
  const reader: Reader = { ...run.apiFor({ signal }), copies: "recorded" };
  const seen = await handler.identity?.read(reader, recorded.routerId, recorded);
  return seen !== undefined && isLive(seen) ? seen.state : seen;
}

/** Refreshes the routers in their order, ten at a time as Pulumi's engine does. */
async function refreshAll(run: Platform, recorded: RouterState[]) {
  const results = new Array<Awaited<ReturnType<typeof refresh>>>(recorded.length);
  const waiting = [...recorded.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await refresh(run, next[1]);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return results;
}

test.each([
  [1, [1, 0]],
  [2, [1, 1]],
  [30, [1, 1]],
  [1_500, [1, 2]],
])(
  "of a refresh of %d routers, the reads of single routers and pages of the list are %p",
  async (count, expected) => {
    const { addRouters, startRun, counts } = await setUp();
    const recorded = addRouters(count).map(recordedOf);
    expect(await refreshAll(startRun(), recorded)).toEqual(recorded);
    expect(counts()).toEqual(expected);
  },
);

/** A router with every field, and the same after somebody else has changed them. */
const FULL: Partial<Addition> = {
  name: "Kante 1",
  status: "BUILD",
  distributed: true,
  region: "region-2",
  created_at: "2026-01-01T00:00:00",
  routes: [{ destination: "192.168.1.0/24", nexthop: "10.0.1.9" }],
  interfaces: [
    {
      port_id: NETWORK,
      network_id: NETWORK,
      mac_address: "fa:16:3e:00:00:01",
      ip_assignments: [OFFICE, LAB].map((subnet_id) => ({ ip_address: "10.0.1.1", subnet_id })),
    },
  ],
  external_gateway_info: {
    network_id: NETWORK,
    enable_snat: false,
    external_fixed_ips: [{ ip_address: "203.0.113.10", subnet_id: OFFICE }],
  },
};
const EMPTY: Partial<Addition> = { name: "edge", routes: [], interfaces: [], external_gateway_info: null };

const fields = (names: string[], value?: object | null) =>
  Object.fromEntries(names.map((name) => [name, value]));
const DETAILS = ["routes", "interfaces", "external_gateway_info"];

// A list that shortens a field to an empty value hides drift to that value.
test.each<[string, object, boolean]>([
  ["nothing", {}, true],
  ["simple fields", fields(["name", "status", "region", "created_at", "distributed"]), true],
  ["details", fields(DETAILS), true],
  ["details, which it has as null", fields(DETAILS, null), false],
  ["details, which it has as empty lists", fields(DETAILS, []), false],
])(
  "the result of a refresh equals that of reading each router alone if the list lacks %s",
  async (_, cut, hasDrift) => {
    const { simulator, startRun, clock } = await setUp({}, ({ body, ...reply }) => {
      const page = JSON.parse(String(body)) as { results: object[] };
      return { ...reply, body: { ...page, results: page.results.map((record) => ({ ...record, ...cut })) } };
    });
    const recorded = [FULL, EMPTY, FULL, EMPTY].map((addition, index) => {
      const router = simulator.routers.add({ ...PLACE, ...addition });
      const state = recordedOf(router);
      if (hasDrift && index > 1) simulator.routers.change(router.id, addition === FULL ? EMPTY : FULL);
      return state;
    });
    const alone = Promise.all(recorded.map((state) => refresh(startRun(), state)));
    await settle(clock, alone);
    expect(await settle(clock, refreshAll(startRun(), recorded))).toEqual(await alone);
  },
);
