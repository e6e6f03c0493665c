import { describe, expect, test } from "@jest/globals";
import { Deployment } from "../../../../sdk/src/platform/api/deployment";
import { entryNames, GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../../../sdk/src/platform/api/quota-names";
import { QuotasApi } from "../../../../sdk/src/platform/api/quotas";
import type { Call } from "../../../../sdk/src/platform/http/call";

// The names in the API's documentation. A missing or misspelled name would be lost without an error.

const GLOBAL_BASES = [
  "inference_cpu_millicore_count",
  "inference_gpu_a100_count",
  "inference_gpu_h100_count",
  "inference_gpu_l40s_count",
  "inference_instance_count",
  "inference_public_model_api_key_count",
  "keypair_count",
  "project_count",
];

const REGIONAL_BASES = [
  "baremetal_basic_count",
  "baremetal_gpu_a100_count",
  "baremetal_gpu_h100_count",
  "baremetal_gpu_h200_count",
  "baremetal_gpu_l40s_count",
  "baremetal_hf_count",
  "baremetal_infrastructure_count",
  "baremetal_network_count",
  "baremetal_storage_count",
  "caas_container_count",
  "caas_cpu_count",
  "caas_gpu_count",
  "caas_ram_size",
  "cluster_count",
  "cpu_count",
  "dbaas_postgres_cluster_count",
  "external_ip_count",
  "faas_cpu_count",
  "faas_function_count",
  "faas_namespace_count",
  "faas_ram_size",
  "firewall_count",
  "floating_count",
  "gpu_count",
  "gpu_virtual_a100_count",
  "gpu_virtual_h100_count",
  "gpu_virtual_h200_count",
  "gpu_virtual_l40s_count",
  "image_count",
  "image_size",
  "ipu_count",
  "laas_topic_count",
  "loadbalancer_count",
  "network_count",
  "ram",
  "registry_count",
  "registry_storage",
  "router_count",
  "secret_count",
  "servergroup_count",
  "sfs_count",
  "sfs_size",
  "shared_vm_count",
  "snapshot_schedule_count",
  "subnet_count",
  "vm_count",
  "volume_count",
  "volume_size",
  "volume_snapshots_count",
  "volume_snapshots_size",
];

/** Only in requests, not in messages. */
const ONLY_REQUESTED = "baremetal_gpu_count";

const limits = (bases: string[]) => bases.map((base) => `${base}_limit`).sort();
const limitsAndUsages = (bases: string[]) =>
  bases.flatMap((base) => [`${base}_limit`, `${base}_usage`]).sort();
const theirs = (names: Record<string, string>) => Object.values(names).sort();

/** The other spelling of a name: `cpu_count_limit`, `cpuCountLimit`. */
const camel = (name: string) =>
  name
    .split("_")
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

describe("the names of limits", () => {
  test("are exactly those of the API", () => {
    expect(theirs(GLOBAL_LIMITS)).toEqual(limits(GLOBAL_BASES));
    expect(theirs(REGIONAL_LIMITS)).toEqual(limits([...REGIONAL_BASES, ONLY_REQUESTED]));
  });

  test("are the same words in both spellings", () => {
    for (const [ours, name] of Object.entries({ ...GLOBAL_LIMITS, ...REGIONAL_LIMITS }))
      expect(ours).toBe(camel(name));
  });

  test("occur once, in inputs and in the API", () => {
    const all = [...Object.entries(GLOBAL_LIMITS), ...Object.entries(REGIONAL_LIMITS)];
    expect(new Set(all.map(([ours]) => ours)).size).toBe(59);
    expect(new Set(all.map(([, name]) => name)).size).toBe(59);
  });
});

test("the names of values in messages are those of the API: for each quota its limit and its usage", () => {
  expect(entryNames(GLOBAL_LIMITS).sort()).toEqual(limitsAndUsages(GLOBAL_BASES).map(camel).sort());
  expect(entryNames(REGIONAL_LIMITS).sort()).toEqual(limitsAndUsages(REGIONAL_BASES).map(camel).sort());
});

/** A different number for each name, so that swapped names are noticed. */
const numbered = (names: string[]) => Object.fromEntries(names.map((name, index) => [name, index + 1]));
const entries = (names: string[]) =>
  Object.fromEntries(names.map((name, index) => [name, { limit: index + 100, usage: index + 1 }]));
const renamed = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [camel(name), value]));

/** The API of a platform that answers each request with a body, and the body of the last request as JSON. */
function answering(body: object) {
  let last: Call | undefined;
  const send = async (call: Call) => {
    last = call;
    return { status: 200, body };
  };
  const quotas = new QuotasApi({ send, deployment: new Deployment() });
  return { quotas, sent: () => JSON.parse(JSON.stringify(last?.body)) };
}

describe("the conversion of all names", () => {
  const globals = numbered(limits(GLOBAL_BASES));
  const regionals = numbered(limits([...REGIONAL_BASES, ONLY_REQUESTED]));
  const theirLimits = {
    global_limits: globals,
    regional_limits: [{ region_id: 76, ...regionals }],
  };
  const ourLimits = {
    globalLimits: renamed(globals),
    regionalLimits: [{ regionId: 76, ...renamed(regionals) }],
  };

  test("of a request returns every value under its name", async () => {
    const { quotas, sent } = answering({ results: [{ id: 1, requested_limits: theirLimits }] });
    await quotas.createRequest({ description: "All", requestedLimits: ourLimits });
    expect(sent()).toEqual({ description: "All", requested_limits: theirLimits });
    expect(await quotas.listRequests({})).toEqual([{ id: 1, requestedLimits: ourLimits }]);
  });

  const globalEntries = entries(limitsAndUsages(GLOBAL_BASES));
  const regionalEntries = entries(limitsAndUsages(REGIONAL_BASES));
  const theirMessage = {
    global_quotas: globalEntries,
    regional_quotas: [{ region_id: 76, region_name: "North", ...regionalEntries }],
  };
  const ourMessage = {
    globalQuotas: renamed(globalEntries),
    regionalQuotas: [{ regionId: 76, regionName: "North", ...renamed(regionalEntries) }],
  };

  test("of a message returns every value under its name", async () => {
    const { quotas, sent } = answering({ threshold: 80, last_message: theirMessage });
    const record = await quotas.setThreshold(42, { threshold: 80, lastMessage: ourMessage });
    expect(sent()).toEqual({ threshold: 80, last_message: theirMessage });
    expect(record).toEqual({ threshold: 80, lastMessage: ourMessage, lastSending: null });
  });

  test("omits unknown names of a reply", async () => {
    const news = { quantum_count_limit: 1, quantum_count_usage: { limit: 1, usage: 1 }, note: "new" };
    const limits = {
      global_limits: { ...globals, ...news },
      regional_limits: [{ region_id: 76, ...regionals, ...news }],
      zonal_limits: [news],
    };
    const requests = answering({ results: [{ id: 1, requested_limits: limits }] });
    expect(await requests.quotas.listRequests({})).toEqual([{ id: 1, requestedLimits: ourLimits }]);
    const message = {
      global_quotas: { ...globalEntries, ...news },
      regional_quotas: [{ region_id: 76, region_name: "North", ...regionalEntries, ...news }],
      zonal_quotas: [news],
    };
    const thresholds = answering({ threshold: 80, last_message: message });
    const read = await thresholds.quotas.getThreshold(42);
    expect(read).toEqual({ threshold: 80, lastMessage: ourMessage, lastSending: null });
  });
});
