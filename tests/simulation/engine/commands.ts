import { lostOperations, windowOf } from "../../../sdk/src/cli/recover/lost-run";
import { Recovered } from "../../../sdk/src/cli/recover/recovered";
import { textOf } from "../../../sdk/src/cli/recover/report";
import { Ownership } from "../../../sdk/src/provider/ownership";
import { Session } from "../../../sdk/src/provider/session";
import type { World } from "../world/world";
import { type ProcessOptions, sessionOf, settingsOf } from "./doors";
import type { Entry, Stack } from "./state";

const SILENT = { status() {}, log() {}, onCancel() {}, onDisconnected() {} };

/** What `pulumi stack export` has of a stack. */
function exported({ saved, createdAt }: Stack) {
  const created = new Date(createdAt).toISOString();
  const root = {
    urn: "urn:pulumi:dev::network::pulumi:pulumi:Stack::network-dev",
    type: "pulumi:pulumi:Stack",
    created,
  };
  const resource = (entry: Pick<Entry, "urn" | "account" | "inputs"> & Partial<Entry>) => ({
    ...entry,
    type: entry.urn.split("::")[2] ?? "",
    provider: `${entry.account}::id`,
  });
  return {
    writtenAt: saved.writtenAt,
    resources: [root, ...saved.entries.map(resource)],
    pending: saved.pending.map(({ type, entry }) => ({ type, resource: resource(entry) })),
  };
}

/** `npx pulumi-cloudplatform recover` on the present machine. Returns what it prints. */
export async function recover(world: World, stack: Stack): Promise<string> {
  const host = world.host();
  const options: ProcessOptions = {
    ...{ world, host, engine: SILENT, ownership: new Ownership(undefined), account: "default", settings: {} },
  };
  const session = new Session({ ...sessionOf(options), process: "command" });
  const of = async (reference = "") => {
    const settings = settingsOf({
      ...options,
      account: reference.startsWith("second") ? "second" : "default",
    });
    return { get: (key: string) => settings[key.replace("cloudplatform:", "")] };
  };
  const state = exported(stack);
  const window = windowOf(state, stack.runs);
  const recovered = new Recovered({ of }, state, session, undefined, () => {});
  const operations = await recovered.all(lostOperations(state), window);
  host.end();
  return operations.length === 0
    ? "nothing to recover"
    : textOf({ stack: undefined, window, operations }, 200);
}
