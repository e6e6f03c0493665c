import { split, stateIn } from "../../../sdk/src/doors/stored";
import { isPending, pendingIdOf } from "../../../sdk/src/provider/state";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { RouterRecord } from "../../../simulator/src";
import type { Deployment } from "../engine/deployment";
import type { Program, ResourceType } from "../engine/program";
import { type Entry, isOfDeclaration } from "../engine/state";
import { isOfOthers } from "../people/others";
import type { SentRequest } from "../world/network";
import type { SimulatedPlatform } from "../world/platform";
import { exists } from "./converged";
import { INPUT_OF } from "./traffic";

/** Values that can be compared, by the names of inputs. */
type Values = Record<string, string | undefined>;

/** What the platform had when a run began. */
export class Before {
  /** Of all clients. */
  readonly thresholds: ReadonlyMap<number, number>;
  private readonly values = new Map<string, Values>();
  private readonly busy: Set<string>;

  constructor(
    platform: SimulatedPlatform,
    /** The records of creations on the disk: their objects may be gone, or may have what no state shows. */
    private readonly records: readonly string[],
    entries: readonly Entry[],
  ) {
    const { routers: all, quotas } = platform.areas;
    const routers = all.all();
    this.thresholds = new Map(quotas.thresholds().map((one) => [one.client_id, one.threshold]));
    this.busy = new Set(routers.flatMap(({ id, task_id }) => (task_id ? [id] : [])));
    for (const entry of entries) this.values.set(entry.id, liveValues(platform, entry) ?? {});
  }

  /** Whether an earlier run has begun to create the resource. */
  isBegun(urn: string): boolean {
    return hasRecord(this.records, urn);
  }

  of({ urn, id }: Entry): { values: Values; isNew: boolean } | undefined {
    const values = this.values.get(id);
    return this.busy.has(id) || (values === undefined && this.isBegun(urn))
      ? undefined
      : { values: values ?? {}, isNew: values === undefined };
  }
}

/** Whether records on a disk are about a resource. */
export function hasRecord(records: readonly string[], urn: string): boolean {
  return records.some((text) => text.includes(JSON.stringify(urn)));
}

/** What the state says otherwise than it is, of what a run has changed. Nobody else has done anything meanwhile. */
export function falseClaims(
  platform: SimulatedPlatform,
  before: Before,
  entries: readonly Entry[],
): string[] {
  return entries.flatMap((entry) => {
    const { unfinished: { tasks, touched = [] } = {} } = stateIn("", entry.outputs);
    const [old, live] = [before.of(entry), liveValues(platform, entry)];
    if (tasks || isPending(entry.id) || old === undefined || entry.delete || entry.pendingReplacement)
      return [];
    // Somebody else may have deleted what was there before.
    if (live === undefined) return old.isNew ? [`${entry.urn} (${entry.id}) does not exist`] : [];
    const claimed = claimedValues(entry);
    const isFalse = (name: string) =>
      live[name] !== old.values[name] &&
      live[name] !== claimed[name] &&
      claimed[name] !== undefined &&
      !touched.includes(name);
    return Object.keys(live)
      .filter(isFalse)
      .map((name) => `${name} of ${entry.urn} is ${live[name]}, the state has ${claimed[name]}`);
  });
}

/** What a run has set of a resource that its state does not have. */
export function unclaimed(
  { areas }: SimulatedPlatform,
  { thresholds }: Before,
  program: Program,
  { entries }: Deployment,
): string[] {
  const own = new Map(areas.quotas.thresholds().map((one) => [one.client_id, one.threshold]));
  return program.flatMap((declared) => {
    const client = Number(declared.args.clientId);
    const isSet =
      declared.type === "QuotaNotificationThreshold" && own.get(client) !== thresholds.get(client);
    const isKnown = entries.some(({ inputs, type }) => type === declared.type && inputs.clientId === client);
    return isSet && !isKnown ? [`the threshold of client ${client} of ${declared.name}`] : [];
  });
}

/** What an update has recorded besides what it has changed. */
export function otherClaims({ steps, beforeProgram, entries }: Deployment): string[] {
  // What was replaced may be the same router as what has replaced it.
  const isCurrent = (entry: Entry) => !entry.delete;
  return beforeProgram.filter(isCurrent).flatMap((old) => {
    const step = steps.find(({ urn, kind }) => urn === old.urn && kind === "update");
    const now = entries.filter(isCurrent).find(({ urn, id }) => urn === old.urn && id === old.id);
    const isWhole = !old.initErrors && !now?.initErrors && !stateIn("", old.outputs).unfinished;
    // What was imported through the plugin declares, only an update shows the classes: rows of the preview name this drift.
    const isUndeclared = old.door === "classes" && old.outputs.__imported === true;
    // Without a changed input, the provider has said that something differs.
    if (!step?.changed.length || !now || !isWhole || isUndeclared) return [];
    const [before, after] = [claimedValues(old), claimedValues(now)];
    // Rows of the preview name what the last run has not reached.
    const wanted = claimedValues({ type: now.type, outputs: now.inputs });
    const isReached = (name: string) => before[name] !== wanted[name] && after[name] === wanted[name];
    // Any network is the declared one.
    const { networkId } = (now.inputs.externalGatewayInfo ?? {}) as { networkId?: string };
    const isFixed = (name: string) => name !== "externalGatewayInfo" || networkId !== undefined;
    const isOther = (name: string) =>
      name in old.inputs &&
      name in now.inputs &&
      !step.changed.includes(name) &&
      isFixed(name) &&
      !isReached(name);
    return Object.keys(before)
      .filter((name) => isOther(name) && before[name] !== undefined && before[name] !== after[name])
      .map((name) => `${name} of ${old.urn} was ${before[name]}, and is ${after[name]}`);
  });
}

/**
 * Resources of the state that are one router, although none adopts it by its id. One that adopts by the name does not see a resource
 * of another process, nor one that a run leaves out. `isWhole`: nothing of this has happened.
 */
export function sharing(entries: readonly Entry[], program: Program, isWhole: boolean): string[] {
  const adopts = (entry: Entry) =>
    program.some((one) => one.args.ifExists === "adopt" && isOfDeclaration(entry, one));
  const own = entries.filter(
    ({ type, inputs, id, ...entry }) =>
      type === "Router" && !(inputs.routerId || isPending(id) || entry.delete || entry.pendingReplacement),
  );
  return [...Map.groupBy(own, ({ id }) => id)]
    .filter(([, all]) => all.length > 1 && (isWhole || !all.some(adopts)))
    .map(([id, all]) => `${all.map(({ urn }) => urn).join(" and ")} are ${id}`);
}

/** Fields of changes that the object had before, as the state has said. */
export function needless(
  { areas }: SimulatedPlatform,
  before: Before,
  { beforeProgram, entries, errors }: Deployment,
  requests: readonly SentRequest[],
  /** Routers that another resource has taken over. */
  taken: ReadonlySet<string>,
): string[] {
  const isWhole = ({ initErrors, outputs }: Entry) => !initErrors && !stateIn("", outputs).unfinished;
  return beforeProgram.filter(isWhole).flatMap((entry) => {
    const { values } = before.of(entry) ?? {};
    const router = areas.routers.get(entry.id);
    // Its change may be under way.
    const same = [entry, ...entries.filter(({ id }) => id === entry.id)];
    const isOver = !errors.some(({ urn }) => same.some(({ name }) => urn.endsWith(`::${name}`)));
    if (!values || !router || !isOver || entry.type !== "Router" || taken.has(entry.id)) return [];
    const claimed = claimedValues(entry);
    const live = valuesOfRouter(router);
    return requests
      .filter(({ method, path }) => method === "PATCH" && path.endsWith(entry.id))
      .flatMap(({ body = "{}" }) => Object.keys(JSON.parse(body) as object))
      .map((field) => INPUT_OF[field] ?? field)
      .filter((name) => name !== "routes" && values[name] === live[name] && claimed[name] === live[name])
      .map((name) => `${name} of ${entry.urn} is ${live[name]}, as it was`);
  });
}

function claimedValues({ type, outputs }: Pick<Entry, "type" | "outputs">): Values {
  const { own } = split(outputs);
  switch (type as ResourceType) {
    case "Router": {
      const {
        name,
        routes,
        externalGatewayInfo: gateway,
        interfaces,
      } = own as JsonObject & {
        routes?: Array<{ destination: string; nexthop: string }>;
        interfaces?: Array<{ subnetId: string }>;
        externalGatewayInfo?: JsonObject | null;
      };
      return {
        name: name as string,
        routes: routes && setOf(routes.map(({ destination, nexthop }) => `${destination} ${nexthop}`)),
        interfaces: interfaces && setOf(interfaces.map(({ subnetId }) => subnetId)),
        externalGatewayInfo: gateway === undefined ? undefined : textOf(gateway, "networkId", "enableSnat"),
      };
    }
    case "QuotaNotificationThreshold":
      return { threshold: textOf(own, "threshold") };
    case "ResellerNotificationSettings":
      return {
        email: textOf(own, "email"),
        enabled: textOf(own, "enabled"),
        notificationType: textOf(own, "notificationType"),
      };
    default:
      return {};
  }
}

/** Undefined: it does not exist. */
function liveValues({ areas }: SimulatedPlatform, { type, id, inputs, outputs }: Entry): Values | undefined {
  switch (type) {
    case "Router": {
      const router = areas.routers.get(id);
      return router && valuesOfRouter(router);
    }
    case "QuotaNotificationThreshold":
      return {
        threshold: textOf(areas.quotas.threshold(Number(inputs.clientId)) ?? { threshold: 80 }, "threshold"),
      };
    case "ResellerNotificationSettings": {
      const settings = areas.resellers.get(
        (outputs as { notificationSettingsId: number }).notificationSettingsId,
      );
      return (
        settings && {
          email: textOf(settings, "email"),
          enabled: textOf(settings, "enabled"),
          notificationType: textOf(settings, "notification_type"),
        }
      );
    }
    default:
      return {};
  }
}

function valuesOfRouter({ name, routes, interfaces, external_gateway_info }: RouterRecord): Values {
  const subnets = interfaces.flatMap((port) => port.ip_assignments.map(({ subnet_id }) => subnet_id));
  return {
    name,
    routes: setOf(routes.map(({ destination, nexthop }) => `${destination} ${nexthop}`)),
    interfaces: setOf(subnets),
    externalGatewayInfo: textOf(external_gateway_info, "network_id", "enable_snat"),
  };
}

/** What others have added is theirs: the state need not have it. */
function setOf(items: readonly string[]): string {
  return items
    .filter((item) => !isOfOthers(item))
    .sort()
    .join(", ");
}

function textOf(values: object | null, ...names: string[]): string {
  return JSON.stringify(values && names.map((name) => (values as JsonObject)[name] ?? null));
}

/** Objects of the state whose creation has failed. */
export function ghosts(
  platform: SimulatedPlatform,
  { errors, entries, beforeProgram }: Deployment,
): string[] {
  const isFailed = ({ urn }: Entry) =>
    errors.some(
      (one) => one.urn === urn && one.during === "creating" && one.message.includes("[task-failed]"),
    );
  return entries
    .filter(({ outputs }) => !stateIn("", outputs).unfinished?.tasks?.slice(1).length)
    .filter((entry) => isPending(entry.id) || (entry.type === "Router" && !exists(platform, entry)))
    .filter((entry) => isFailed(entry) && !beforeProgram.some(({ urn }) => urn === entry.urn))
    .map(({ urn, id }) => `${urn} (${id})`);
}

/** Objects of interrupted creations that the list has shown, but the state does not name. */
export function unnamed({ areas, deployment }: SimulatedPlatform, { errors, entries }: Deployment): string[] {
  const { mode, visibleWhileCreating, hidesCreators } = deployment;
  if (mode !== "full" || !visibleWhileCreating || hidesCreators) return [];
  const isInterrupted = ({ urn }: Entry) =>
    errors.some(
      (one) => one.urn === urn && one.during === "creating" && one.message.includes("[task-unfinished]"),
    );
  const isListed = ({ id, inputs }: Entry) => {
    const [own, ...others] = areas.routers.all().filter(({ name }) => name === inputs.name);
    return own && others.length === 0 && pendingIdOf([own.creator_task_id ?? ""]) === id;
  };
  return entries
    .filter((entry) => isPending(entry.id) && !entry.delete && isInterrupted(entry) && isListed(entry))
    .map(({ urn, id }) => `${urn} (${id})`);
}
