import type { RouterRecord } from "../../../simulator/src";
import { isCreation } from "../world/network";
import type { Random } from "../world/random";
import { KEYS, type World } from "../world/world";
import { PLACE, SECRET_TEXT, SHARED_NAME, SHARED_ROUTER } from "./programs";

const PATH = `/cloud/v1/routers/${PLACE.projectId}/${PLACE.regionId}`;
const OTHER_SUBNETS = [6, 7].map((each) => `22222222-0000-4000-8000-00000000000${each}`);
const OTHER_ROUTES = "172.16.";
export const OTHER_NETWORK = "11111111-0000-4000-8000-000000000009";

/** What they do, and how often. */
export const ACTS = {
  rename: 3,
  "add a route": 4,
  "attach a subnet": 3,
  "delete a router": 2,
  lock: 4,
  "create a router": 2,
  "create one of our name": 4,
  "change a threshold": 2,
  "remove a member": 1,
  "change settings": 1,
  "delete settings": 1,
  decide: 6,
  "forget a decided request": 6,
  "change the gateway": 1,
  "take our name": 2,
  "request the same": 1,
};

export type Act = keyof typeof ACTS;

/** People and programs beside the stack, who use the same platform. */
export class Others {
  /** By router: when others have added a route or a subnet that is still theirs. */
  readonly additions = new Map<string, Map<string, number>>();
  /** Objects of theirs that are no routers, such as `member 7/999`. */
  readonly objects = new Set<string>();
  /** The routers that their tasks change. */
  private readonly tasks = new Map<string, string>();
  /** What their tasks have begun to create. */
  private readonly creations = new Map<string, { at: number; name: string }>();
  readonly renamed = new Set<string>();
  /** The clients whose thresholds they have changed. */
  readonly thresholds = new Set<number>();
  /** The ids of requests that a person has decided. */
  readonly decided = new Set<string>();
  /** All names that routers have had. */
  readonly names = new Map<string, Set<string>>();
  /** When they have created a router, or an object such as `request 5`. */
  private readonly created = new Map<string, Array<{ at: number; name: string }>>();

  constructor(
    private readonly world: World,
    /** What they do most in this history. */
    private readonly habit?: Act,
  ) {
    const { platform } = world;
    platform.change(() => {
      const { routers, edgeGroups, resellers, quotas } = platform.areas;
      const created_at = "2026-11-01T08:00:00+0000";
      routers.add({ ...PLACE, id: SHARED_ROUTER, name: "of-others", created_at });
      routers.add({ ...PLACE, name: SHARED_NAME, created_at });
      const routes = [{ destination: `${OTHER_ROUTES}9.0/24`, nexthop: "10.0.0.99" }];
      const { id } = routers.add({ ...PLACE, name: "with-routes", created_at, routes });
      this.note(id);
      edgeGroups.add(7, 999);
      quotas.setThreshold(999, 70);
      const settings = resellers.add({ resellerId: 5, email: "boss@example.com" });
      const request = quotas.add({ description: "of others" });
      this.look();
      this.objects.add("member 7/999").add("threshold 999");
      this.objects.add(`settings ${settings.id}`).add(`request ${request.id}`);
    });
  }

  /** The routers that the package has not created. */
  routers(): RouterRecord[] {
    return this.world.platform.areas.routers.all().filter((router) => !this.world.isMade(router));
  }

  /** Whether a task of theirs is under way. */
  get isBusy(): boolean {
    return this.world.platform.areas.tasks.pending().some(({ id }) => this.tasks.has(id));
  }

  /** Whether a task of theirs has created something. */
  hasBegun(task: string): boolean {
    return this.creations.has(task);
  }

  /** When they have created an object, with each name that it has had. */
  creationsOf(id: string): Array<{ at: number; name: string }> {
    const { platform } = this.world;
    const task = platform.areas.routers.get(id)?.creator_task_id ?? "";
    const begun = this.creations.get(task);
    // Where routers have no time, only their first appearance shows their age.
    const shown = begun && platform.deployment.isTimeless ? [{ ...begun, at: platform.endOf(task) }] : [];
    return [...(this.created.get(id) ?? []), ...(begun ? [begun] : []), ...shown];
  }

  private noteCreation(id: string, at: number, name: string): void {
    this.created.set(id, [...(this.created.get(id) ?? []), { at, name }]);
  }

  /** The router that a task of theirs has changed, if it has ended. */
  changedBy(task: string): string | undefined {
    const isPending = this.world.platform.areas.tasks.pending().some(({ id }) => id === task);
    return isPending ? undefined : this.tasks.get(task);
  }

  /** Notes the names of all routers. */
  look(): void {
    for (const { id, name } of this.world.platform.areas.routers.all())
      this.names.set(id, (this.names.get(id) ?? new Set()).add(name));
  }

  /** Does something, perhaps to the object of a request. Not all is always possible. */
  act(random: Random, path = ""): void {
    for (let attempt = 0; attempt < 3; attempt++) {
      const kind = this.habit && random.chance(0.5) ? this.habit : random.weighted(ACTS);
      const text = this.perform(kind, random, random.chance(0.6) ? path : "");
      this.look();
      if (text === undefined) continue;
      this.world.count(`others: ${kind}`);
      this.world.tell(`  others: ${text}`);
      return;
    }
  }

  private perform(kind: string, random: Random, path: string): string | undefined {
    const { world } = this;
    const { routers, quotas, edgeGroups, resellers } = world.platform.areas;
    const free = routers.all().filter(({ task_id, status }) => task_id === null && status === "ACTIVE");
    const router =
      free.find(({ id }) => path.includes(id)) ?? (free.length > 0 ? random.pick(free) : undefined);
    const change = <T>(work: () => T) => world.platform.change(work);
    switch (kind) {
      case "rename": {
        if (!router) return undefined;
        const name = `renamed-by-others-${random.between(1, 9)}`;
        this.patch(router.id, { name });
        this.renamed.add(router.id);
        return `rename ${router.id} to ${name}`;
      }
      case "lock": {
        if (!router) return undefined;
        // A task that changes nothing of it.
        this.patch(router.id, {
          name: router.name === "locked" ? "locked-2" : router.name,
          routes: [...router.routes, ...this.newRoutes(router, random)],
        });
        return `change routes of ${router.id} with a task of their own`;
      }
      case "take our name": {
        const theirs = free.filter((one) => !world.isMade(one) && one.id !== SHARED_ROUTER);
        const names = this.ourNames().filter((name) => !name.includes(SECRET_TEXT));
        if (theirs.length === 0 || names.length === 0) return undefined;
        const [{ id }, name] = [random.pick(theirs), random.pick(names)];
        this.patch(id, { name });
        // Only its age shows that it is not the one that a lost request has created.
        const [created] = this.creationsOf(id);
        const at = world.platform.deployment.isTimeless ? world.time.now : created?.at;
        if (at !== undefined) this.noteCreation(id, at, name);
        return `rename ${id} to ${name}`;
      }
      case "request the same": {
        const ours = quotas.requests().findLast(({ client_id }) => client_id === 1);
        if (!ours || ours.description === "of others") return undefined;
        const { description, requested_limits } = ours;
        const { id } = change(() => quotas.add({ client_id: 2, description, requested_limits }));
        this.objects.add(`request ${id}`);
        this.noteCreation(`request ${id}`, world.time.now, description ?? "");
        return `send request ${id}, as ${description}`;
      }
      case "change the gateway": {
        if (!router) return undefined;
        this.patch(router.id, {
          external_gateway_info: { network_id: OTHER_NETWORK, enable_snat: random.chance(0.5) },
        });
        return `change the gateway of ${router.id}`;
      }
      case "add a route": {
        if (!router) return undefined;
        const [route] = this.newRoutes(router, random);
        if (!route) return undefined;
        change(() => routers.change(router.id, { routes: [...router.routes, route] }));
        this.note(router.id);
        return `add the route to ${route.destination} to ${router.id}`;
      }
      case "attach a subnet": {
        const subnet = random.pick(OTHER_SUBNETS);
        if (!router || JSON.stringify(router.interfaces).includes(subnet)) return undefined;
        const { status } = this.request("POST", `${PATH}/${router.id}/attach`, { subnet_id: subnet });
        if (status >= 400) return undefined;
        this.note(router.id);
        return `attach ${subnet} to ${router.id}`;
      }
      case "delete a router": {
        if (!router) return undefined;
        change(() => routers.delete(router.id));
        return `delete router ${router.id}`;
      }
      case "create a router":
      case "create one of our name": {
        const names = this.ourNames();
        const name =
          kind === "create a router" || names.length === 0
            ? `of-others-${this.created.size}`
            : random.chance(0.5)
              ? (names.at(-1) as string)
              : random.pick(names);
        if (random.chance(0.5)) return this.post(PATH, name);
        const { id } = change(() => routers.add({ ...PLACE, name }));
        this.noteCreation(id, world.time.now, name);
        return `create router ${id} with the name ${name}`;
      }
      case "change a threshold": {
        const known = quotas.thresholds().filter(({ client_id }) => client_id !== 999);
        if (known.length === 0) return undefined;
        const { client_id } = random.pick(known);
        change(() => quotas.setThreshold(client_id, random.between(60, 100)));
        this.thresholds.add(client_id);
        return `change the threshold of client ${client_id}`;
      }
      case "remove a member": {
        const members = ["7", "8"].flatMap((group) =>
          edgeGroups
            .members(group)
            .filter((client) => client !== "999")
            .map((client) => [group, client] as const),
        );
        if (members.length === 0) return undefined;
        const [group, client] = random.pick(members);
        change(() => edgeGroups.remove(group, client));
        return `remove client ${client} from group ${group}`;
      }
      case "change settings":
      case "delete settings": {
        const ours = resellers.all().filter(({ id }) => !this.objects.has(`settings ${id}`));
        if (ours.length === 0) return undefined;
        const { id } = random.pick(ours);
        if (kind === "delete settings") change(() => resellers.delete(id));
        else change(() => resellers.change(id, { enabled: random.chance(0.5) }));
        return `${kind} ${id}`;
      }
      case "forget a decided request": {
        const [id] = this.decided;
        if (id === undefined || !quotas.request(id)) return undefined;
        change(() => quotas.remove(id));
        return `forget request ${id}, which was decided`;
      }
      default: {
        const open = quotas
          .requests()
          .filter(({ status, id }) => status === "in progress" && !this.objects.has(`request ${id}`));
        if (open.length === 0) return undefined;
        const { id } = random.pick(open);
        const approves = random.chance(0.7);
        change(() => (approves ? quotas.approve(id) : quotas.reject(id)));
        this.decided.add(String(id));
        return `${approves ? "approve" : "reject"} request ${id}`;
      }
    }
  }

  private ourNames(): string[] {
    const ours = this.world.platform.areas.routers.all().filter((one) => this.world.isMade(one));
    return [...ours.map((one) => one.name), ...this.requested()];
  }

  /** The name of the router that the package has asked for last. */
  private requested(): string[] {
    const last = this.world.requests.findLast((one) => isCreation(one) && one.path.includes("/routers/"));
    const { name } = JSON.parse(last?.body ?? "{}") as { name?: string };
    return name === undefined ? [] : [name];
  }

  private newRoutes({ routes }: RouterRecord, random: Random) {
    const route = { destination: `${OTHER_ROUTES}${random.between(1, 5)}.0/24`, nexthop: "10.0.0.99" };
    return routes.some(({ destination }) => destination === route.destination) ? [] : [route];
  }

  private patch(id: string, body: object): void {
    const { text = "" } = this.request("PATCH", `${PATH.replace("v1", "v2")}/${id}`, body);
    const { tasks = [] } = JSON.parse(text || "{}") as { tasks?: string[] };
    for (const task of tasks) this.tasks.set(task, id);
    if (tasks.length === 0) this.note(id);
  }

  /** Creates a router by a task of theirs. */
  private post(path: string, name: string): string | undefined {
    const { text = "", status } = this.request("POST", path, { name });
    const { tasks: [task] = [] } = (status < 400 ? JSON.parse(text) : {}) as { tasks?: string[] };
    if (task === undefined) return undefined;
    this.creations.set(task, { at: this.world.time.now, name });
    return `create a router with the name ${name} by task ${task}`;
  }

  private request(method: string, path: string, body: object) {
    const request = { method, path, body: JSON.stringify(body), key: KEYS.others };
    return this.world.platform.serve(request, false);
  }

  /** Decides about all requests of the stack. */
  decide(): void {
    const { quotas } = this.world.platform.areas;
    const open = quotas
      .requests()
      .filter(({ status, id }) => status === "in progress" && !this.objects.has(`request ${id}`));
    this.world.platform.change(() => {
      for (const { id } of open) {
        if (Number(id) % 2 !== 0) continue;
        quotas.approve(id);
        this.decided.add(String(id));
      }
    });
  }

  /** A task has ended, perhaps one of theirs. */
  ended(task: string): void {
    this.look();
    const router = this.tasks.get(task);
    if (router !== undefined) this.note(router);
  }

  /** Notes what a router has of theirs now. */
  private note(id: string): void {
    const router = this.world.platform.areas.routers.get(id);
    if (router === undefined) return;
    const known = this.additions.get(id);
    const theirs = thingsOf(router).filter(isOfOthers);
    this.additions.set(id, new Map(theirs.map((one) => [one, known?.get(one) ?? this.world.time.now])));
  }
}

/** The routes and subnets of a router, as texts. */
export function thingsOf({ routes, interfaces }: RouterRecord): string[] {
  const subnets = interfaces.flatMap((port) => port.ip_assignments.map(({ subnet_id }) => subnet_id));
  return [...routes.map(({ destination }) => destination), ...subnets];
}

/** Programs declare neither these routes nor these subnets. */
export function isOfOthers(thing: string): boolean {
  return thing.startsWith(OTHER_ROUTES) || OTHER_SUBNETS.includes(thing);
}
