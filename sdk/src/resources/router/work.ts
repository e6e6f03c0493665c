import type { ResourceWork, WorkPart } from "../../lifecycle/handler";
import type { RouterInterfaceOutput } from "../../platform/api/router-outputs";
import { isObject, type Json } from "../../util/json";
import { type InterfaceInput, subnets } from "./inputs";

const READ: WorkPart = { requests: 1 };

/** What the operations of a router send. Attaching and detaching a subnet begin no task. */
export const work: ResourceWork = {
  create({ routerId, name, externalGatewayInfo, routes, interfaces }, existing) {
    const finding = routerId === undefined ? [{ requests: 1 }] : [];
    if (existing)
      return [...finding, READ, ...changes(existing.change, subnetsOf(existing.state.interfaces))];
    if (routerId !== undefined)
      return [READ, ...changes({ name, externalGatewayInfo, routes, interfaces }, [])];
    const withoutAddress = subnetsOf(interfaces).filter(({ ipAddress }) => ipAddress === undefined);
    const isComplete = withoutAddress.length === subnetsOf(interfaces).length;
    const hasRoutes = !Array.isArray(routes) || routes.length > 0;
    const later = isComplete ? {} : { interfaces, ...(hasRoutes && { routes }) };
    return [{ requests: 2, task: "create_router" }, READ, ...changes(later, withoutAddress)];
  },
  update: (change, { interfaces }) => [READ, ...changes(change, subnetsOf(interfaces))],
  delete: () => [{ requests: 1, task: "delete_router" }],
};

/** Subnets are attached, one PATCH changes all else, and old subnets are detached. Then the router is read. */
function changes(
  { interfaces, ...fields }: Record<string, Json | undefined>,
  attached: InterfaceInput[],
): WorkPart[] {
  const before = attached as RouterInterfaceOutput[];
  const declared = subnetsOf(interfaces);
  const added = declared.filter((item) => !subnets.isFulfilled(item, before));
  const moved = added.filter((item) => subnets.has(before, item));
  const removed = interfaces === undefined ? [] : subnets.extra(declared, before);
  const isPatched = Object.values(fields).some((value) => value !== undefined);
  const attaching = added.length + moved.length;
  if (!isPatched && attaching + removed.length === 0) return [];
  const last = { requests: removed.length + READ.requests };
  if (!isPatched) return [{ requests: attaching + last.requests }];
  return [{ requests: attaching + 1, task: "update_router" }, last];
}

function subnetsOf(value: Json | undefined): InterfaceInput[] {
  const items = Array.isArray(value) ? value : [];
  return items.filter((item) => isObject(item) && typeof item.subnetId === "string") as InterfaceInput[];
}
