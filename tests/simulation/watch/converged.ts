import { isProvisional } from "../../../sdk/src/operation/identity";
import type { Declaration, Program } from "../engine/program";
import { type Entry, isOfDeclaration, type PendingOperation, type Stack } from "../engine/state";
import { isOfOthers, thingsOf } from "../people/others";
import { NETWORKS } from "../people/programs";
import type { SimulatedPlatform } from "../world/platform";
import type { World } from "../world/world";
import type { Watch } from "./watch";

const ALL = () => true;

/** What the platform has otherwise than the program declares. What an error or a warning has named is left out. */
export function differences(
  platform: SimulatedPlatform,
  program: Program,
  stack: Stack,
  texts: readonly string[],
  isChecked: (declared: Declaration, difference: string) => boolean = ALL,
): string[] {
  return program.flatMap((declared) => {
    const { entries } = stack.saved;
    const entry = entries.find((one) => isOfDeclaration(one, declared));
    // Another resource has it as well: one of the two adopts by the name, or one has created it in another process while
    // the other looked for what it had created under the same name.
    const isShared = entries.some(
      ({ id, name }) =>
        id === entry?.id &&
        name !== declared.name &&
        ([name, declared.name].some((one) => adopts(program, one)) || isOfAnother(program, declared, name)),
    );
    if (isShared) return [];
    if (!entry) return isChecked === ALL ? [`${declared.name} is not in the state`] : [];
    // Without a refresh, what others have added to a list is not seen.
    const keeps = isChecked === ALL ? () => true : (thing: string) => !isOfOthers(thing);
    const found = differing(platform, declared, entry, keeps);
    const isNamed =
      found.length > 0 &&
      platform.deployment.mode === "documented-only" &&
      texts.some((text) => text.includes(entry.id));
    const checked = found.filter((text) => isChecked(declared, text));
    return isNamed ? [] : checked.map((text) => `${declared.name} (${entry.id}): ${text}`);
  });
}

function isOfAnother(program: Program, { account }: Declaration, name: string): boolean {
  return program.some((one) => one.name === name && one.account !== account);
}

function adopts(program: Program, name: string): boolean {
  return program.some((one) => one.name === name && one.args.ifExists === "adopt");
}

function differing(
  { areas, deployment }: SimulatedPlatform,
  { type, args, ignoreChanges }: Declaration,
  { id, outputs }: Entry,
  keeps: (thing: string) => boolean,
): string[] {
  // Nothing shows there what others have changed.
  if (deployment.mode === "documented-only") return [];
  const differs = (name: string, live: unknown, wanted = args[name]) =>
    wanted === undefined || ignoreChanges.includes(name) || JSON.stringify(live) === JSON.stringify(wanted)
      ? []
      : [`${name} is ${JSON.stringify(live)}, declared ${JSON.stringify(wanted)}`];
  switch (type) {
    case "Router": {
      const router = areas.routers.get(id);
      if (!router) return ["does not exist"];
      const { external_gateway_info: gateway, interfaces } = router;
      const routes = router.routes.filter(({ destination }) => keeps(destination));
      const wanted = args.externalGatewayInfo as
        | { networkId?: string; enableSnat?: boolean; type?: string }
        | null
        | undefined;
      const live = interfaces
        .flatMap((port) => port.ip_assignments)
        .filter(({ subnet_id }) => keeps(subnet_id));
      const declared = args.interfaces as Array<{ subnetId: string; ipAddress?: string }> | undefined;
      const isAddressed = (subnetId: string) =>
        declared?.some((one) => one.subnetId === subnetId && one.ipAddress);
      const subnets = live.map(({ subnet_id, ip_address }) =>
        isAddressed(subnet_id) ? `${subnet_id} ${ip_address}` : subnet_id,
      );
      const declaredSubnets = declared?.map(({ subnetId, ipAddress }) =>
        ipAddress ? `${subnetId} ${ipAddress}` : subnetId,
      );
      const sorted = (list: unknown) =>
        (list as unknown[] | undefined)?.map((one) => JSON.stringify(one)).sort();
      const isNone = wanted === null || (wanted && Object.keys(wanted).length === 0);
      return [
        ...differs("name", router.name),
        ...(wanted?.networkId && !ignoreChanges.includes("externalGatewayInfo")
          ? differs("externalGatewayInfo.networkId", gateway?.network_id, wanted.networkId)
          : []),
        ...(wanted?.networkId &&
        wanted.enableSnat !== undefined &&
        !ignoreChanges.includes("externalGatewayInfo")
          ? differs("externalGatewayInfo.enableSnat", gateway?.enable_snat, wanted.enableSnat)
          : []),
        ...(isNone && gateway && !ignoreChanges.includes("externalGatewayInfo") ? ["it has a gateway"] : []),
        ...differs("routes", sorted(routes), sorted(args.routes) as never),
        ...differs("interfaces", sorted(subnets), sorted(declaredSubnets) as never),
      ];
    }
    case "QuotaNotificationThreshold":
      return differs(
        "threshold",
        areas.quotas.threshold(Number(args.clientId))?.threshold ?? 80,
        args.threshold ?? 80,
      );
    case "EdgeGroupMembership":
      return areas.edgeGroups.members(String(args.groupId)).includes(String(args.clientId))
        ? []
        : ["is no member"];
    case "ResellerNotificationSettings": {
      const settings = areas.resellers.get(
        (outputs as { notificationSettingsId: number }).notificationSettingsId,
      );
      if (!settings) return ["does not exist"];
      return [
        ...differs("email", settings.email),
        ...differs("notificationType", settings.notification_type),
        ...differs("enabled", settings.enabled),
      ];
    }
    case "QuotaLimitRequest": {
      const { requestId } = outputs as { requestId?: number };
      // The platform has never named its id, so nobody can tell whether it is gone.
      if (id.startsWith("unlisted-")) return [];
      const request = requestId === undefined ? undefined : areas.quotas.request(requestId);
      // Somebody may have decided it, and the platform has forgotten it since.
      if (!request)
        return (outputs as { status?: string }).status === "in progress" ? ["does not exist"] : [];
      return differs("description", request.description);
    }
    default:
      return [];
  }
}

/** What routers have of ours that no program declares any more. Each input that is removed goes back to its default. */
export function undeclared(world: World, program: Program, stack: Stack, watch: Watch): string[] {
  const { areas, deployment } = world.platform;
  if (deployment.mode !== "full") return [];
  return program.flatMap((declared) => {
    const { args, ignoreChanges } = declared;
    const { id = "" } = stack.saved.entries.find((one) => isOfDeclaration(one, declared)) ?? {};
    const router = declared.type === "Router" ? areas.routers.get(id) : undefined;
    // What an adopted router has beyond the program stays.
    // Two resources that describe one router are named by an error. With two Providers, one may have adopted it for a while, and with
    // --target, one may have adopted that of a resource which was left out.
    const isShared =
      stack.saved.entries.filter((one) => one.id === id).length > 1 ||
      watch.texts.some((text) => text.includes(`"${router?.name}" is the same as in another resource`)) ||
      program.some((one) => one.account !== declared.account && one.args.name === args.name);
    // A refresh that a lagging replica has answered does not know what an unanswered request has done.
    const isUnseen = world.hasLagged && world.requests.some(({ path, fault }) => fault && path.includes(id));
    const isExcused = isShared || isUnseen || args.ifExists === "adopt" || watch.taken.has(id);
    if (!router || isExcused || args.routerId) return [];
    const isLeft = (name: string) => args[name] === undefined && !ignoreChanges.includes(name);
    const isOurs = (thing: string) =>
      !isOfOthers(thing) && isLeft(thing.includes("/") ? "routes" : "interfaces");
    const network = router.external_gateway_info?.network_id ?? "";
    const things = [
      ...thingsOf(router).filter(isOurs),
      ...(isLeft("externalGatewayInfo") && NETWORKS.includes(network) ? [network] : []),
    ];
    return things.map((thing) => `${thing} of ${declared.name} (${id})`);
  });
}

/** Whether the platform still has the object of a resource. */
export function exists({ areas }: SimulatedPlatform, { type, id, outputs }: Entry): boolean {
  switch (type) {
    case "Router":
      return areas.routers.get(id) !== undefined;
    case "EdgeGroupMembership": {
      const [group = "", client = ""] = id.split("/");
      return areas.edgeGroups.members(group).includes(client);
    }
    case "ResellerNotificationSettings":
      return areas.resellers.get(id.split("/").at(-1) ?? "") !== undefined;
    case "QuotaLimitRequest":
      return areas.quotas.request((outputs as { requestId?: number }).requestId ?? 0) !== undefined;
    default:
      return false;
  }
}

/** What a destroyed stack has left of what can be undone. */
export function remains(world: World, stack: Stack, watch: Watch): string[] {
  const { quotas, edgeGroups } = world.platform.areas;
  // Pulumi names the resources whose creation was interrupted.
  const begun = JSON.stringify(stack.saved.pending.map(({ entry }) => entry.inputs));
  const isBegun = (id: string) => begun.includes(`"clientId":${id.split("/").at(-1)}`);
  const isLeft = (thing: string, id: string) =>
    !watch.isOfOthers(thing) && !watch.retained.has(id) && !isBegun(id);
  const thresholds = quotas
    .thresholds()
    .filter(
      ({ client_id, threshold }) =>
        threshold !== 80 &&
        !watch.isChangedByOthers(client_id) &&
        isLeft(`threshold ${client_id}`, String(client_id)),
    );
  // A gateway has not found it, and then a replica that lags.
  const mayBeHidden = world.hasLagged && isGatewayed(world);
  const isSaid = (client: string) =>
    mayBeHidden ||
    (lacksLists(world) && watch.texts.some((text) => text.includes(`client ${client} may still be`)));
  // A replica that lags has not shown it.
  const isGone = (id: string) => watch.texts.some((text) => text.includes(`${id} does not exist any more`));
  const members = ["7", "8"].flatMap((group) =>
    edgeGroups
      .members(group)
      .map((client) => `${group}/${client}`)
      .filter((id) => isLeft(`member ${id}`, id) && !isSaid(id.slice(2)) && !isGone(id)),
  );
  return [
    ...thresholds.map(({ client_id, threshold }) => `threshold ${threshold} of client ${client_id}`),
    ...members.map((id) => `membership ${id}`),
  ];
}

/** Whether the deployment lists nothing, or something in front of it has answered so. */
function lacksLists(world: World): boolean {
  return world.platform.deployment.mode === "documented-only" || isGatewayed(world);
}

/** Whether something in front of the platform has answered that nothing is there. */
export function isGatewayed({ hasHadOutage, counts }: World): boolean {
  return hasHadOutage || counts.has("fault: gateway 404");
}

/** Whether nothing was listed, and an error has said so. */
export function isListless(world: World, texts: readonly string[]): boolean {
  return (
    lacksLists(world) && texts.some((text) => /\[(creation-uncertain|[a-z-]+-list-unsupported)\]/.test(text))
  );
}

/** Objects that the package has created, and that neither the state nor an output knows. */
export function leftovers(world: World, stack: Stack, watch: Watch): string[] {
  const { areas } = world.platform;
  const known = JSON.stringify(stack.saved.entries.map(({ id, outputs }) => [id, outputs]));
  // Pulumi names the resources whose creation was interrupted. On the same machine, their next creation continues it.
  // One with another name was reverted.
  const isContinued = ({ urn, inputs }: PendingOperation["entry"]) =>
    !watch.hasMoved && stack.saved.entries.some((one) => one.urn === urn && one.inputs.name === inputs.name);
  const interrupted = stack.saved.pending.filter(({ entry }) => !isContinued(entry));
  const begun = JSON.stringify(interrupted.map(({ entry }) => entry.inputs));
  const isBegun = (text: string) => begun.includes(JSON.stringify(text));
  // An error has said so.
  const isHidden = world.hasHadOutage && watch.texts.some((text) => text.includes("[task-not-found]"));
  const isUncertain = isHidden || isListless(world, watch.texts);
  const isOfMoved = (text: string | null) =>
    watch.moved.some(
      ({ name, args }) =>
        [args.name, args.email, args.description].includes(text) || text?.startsWith(`${name}-`),
    );
  // Where requests of several clients are listed, one whose id was not seen at once is never found, and the package says so.
  const isUnlisted = (description: string | null) =>
    watch.texts.some((text) => text.includes("its id is not known here")) ||
    stack.saved.entries.some(({ id, inputs }) => isProvisional(id) && inputs.description === description);
  const isKnown = (id: string) =>
    isUncertain ||
    known.includes(id) ||
    [...watch.texts, ...world.unheard].some((text) => text.includes(id)) ||
    [...watch.retained].some((one) => one.endsWith(id));
  return [
    ...areas.routers
      .all()
      .filter(
        (router) =>
          world.isMade(router) &&
          !isKnown(router.id) &&
          !watch.isRetained(router) &&
          !watch.taken.has(router.id) &&
          !isBegun(router.name) &&
          !watch.isRenamed(router.id) &&
          !watch.isConfusable(router.name) &&
          !watch.isUnknown(router.creator_task_id ?? "") &&
          !isOfMoved(router.name),
      )
      .map(({ id, name }) => `router ${id} (${name})`),
    ...areas.resellers
      .all()
      .filter(
        ({ id, email }) =>
          !watch.isOfOthers(`settings ${id}`) && !isKnown(String(id)) && !isBegun(email) && !isOfMoved(email),
      )
      .map(({ id, email }) => `settings ${id} (${email})`),
    ...areas.quotas
      .requests()
      .filter(({ status }) => status === "in progress")
      .filter(
        ({ id, description }) =>
          !watch.isOfOthers(`request ${id}`) &&
          !isKnown(String(id)) &&
          !isUnlisted(description) &&
          !isBegun(description ?? "") &&
          !isOfMoved(description),
      )
      // Without a list, nobody knows the id of a request.
      .filter(() => world.platform.deployment.mode === "full")
      .map(({ id, description }) => `limit request ${id} (${description})`),
  ];
}
