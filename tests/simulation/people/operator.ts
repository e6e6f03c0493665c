import { canonicalJson, type JsonObject } from "../../../sdk/src/util/json";
import type { RunError } from "../engine/deployment";
import type { Declaration, Program } from "../engine/program";
import type { World } from "../world/world";
import { NETWORKS } from "./programs";

type Advice = (
  declared: Declaration,
  message: string,
  past: readonly Declaration[],
) => Declaration | undefined;

/** What the advice of an error says to change in the program, by the code of the error. Undefined: remove the resource. */
const ADVICE: Record<string, Advice> = {
  "router-exists": (one) => ({ ...one, args: { ...one.args, ifExists: "adopt" } }),
  "router-name-ambiguous": otherName,
  "creation-unclear": (one, message, past) =>
    message.includes("Declare again")
      ? (past.find(({ args }) => !isEqual(args, one.args)) ?? one)
      : message.includes("lists none now")
        ? one
        : otherName(one),
  "router-nothing-to-adopt": ({ args: { routerId, ...args }, ...one }) => ({
    ...one,
    args: { name: one.name, ...args },
  }),
  "notification-settings-exist": (one) => ({ ...one, args: { ...one.args, ifExists: "adopt" } }),
  "router-gateway-missing": ({ args, ...one }) => ({
    ...one,
    args: { ...args, externalGatewayInfo: { networkId: NETWORKS[0] as string } },
  }),
  "request-not-sent": (one) => ({ ...one, timeouts: {} }),
  "router-subnet-needed": keepingSubnet,
  "not-found": () => undefined,
  "router-not-listed": otherName,
  "decision-pending": ({ args: { waitForDecision, ...args }, ...one }) => ({ ...one, args }),
  "quota-decision-not-polled": ({ args: { waitForDecision, ...args }, ...one }) => ({ ...one, args }),
  "quota-request-rejected": () => undefined,
  "quota-request-withdrawn": () => undefined,
};

/** Where the deployment lacks an operation, nothing helps but another program. */
const UNSUPPORTED =
  /-unsupported\]|\[edge-group-member-remains\]|-not-deleted\]|\[operation-not-offered\]|\[creation-uncertain\]|-id-unknown\]|\[decision-not-/;

function isEqual(one: JsonObject, other: JsonObject): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Another value of the input by which the object is recognised. */
function otherName(one: Declaration): Declaration {
  const other = `other-${one.name}`;
  const keys = { Router: { name: other }, QuotaLimitRequest: { description: other } } as Record<
    string,
    JsonObject
  >;
  const key = keys[one.type] ?? { email: `${other}@example.com` };
  return { ...one, secret: [], args: { ...one.args, ...key } };
}

/** The program keeps a subnet, at the address that it has. */
function keepingSubnet(one: Declaration, message: string): Declaration {
  const [, subnetId = ""] = /subnet (\S+) cannot be detached/.exec(message) ?? [];
  const { interfaces = [] } = one.args as { interfaces?: JsonObject[] };
  const others = interfaces.filter((subnet) => subnet.subnetId !== subnetId);
  return { ...one, args: { ...one.args, interfaces: [{ subnetId }, ...others] } };
}

/** The user, who does what the advice of an error says, and runs Pulumi again. */
export class Operator {
  constructor(
    private readonly world: World,
    public program: Program,
    /** Earlier programs, the newest first. */
    private readonly past: readonly Program[],
  ) {}

  /** Returns whether there is something to run again. */
  async follow(errors: readonly RunError[]): Promise<boolean> {
    let hasChanged = false;
    // "Wait until that has ended and run again", or "the next `pulumi up` continues from there".
    const isWait =
      /lists none now|\[(conflict|task-unfinished|decision-pending|operation-paused|queued-too-long|router-not-listed|list-changed)\]/;
    if (errors.some(({ message }) => isWait.test(message))) {
      await this.world.time.pass(1_200_000);
      hasChanged = true;
    }
    for (const { urn, message, during } of errors) {
      // It is about what the program does not declare any more.
      if (during === "deleting" && isToBeForgotten({ during, message })) continue;
      const name = urn.split("::").at(-1);
      const codes = [...message.matchAll(/\[([a-z-]+)\]/g)].map(([, one = ""]) => one);
      const code = codes.find((one) => one in ADVICE) ?? "";
      const declared = this.program.find((one) => one.name === name);
      const advice = ADVICE[code] ?? (UNSUPPORTED.test(message) ? () => undefined : undefined);
      if (!declared || !advice) continue;
      const earlier = this.past.flat().filter((one) => one.name === name && one.door === declared.door);
      const changed = advice(declared, message, earlier);
      this.world.count(`advice: ${code}`);
      this.world.tell(`the user follows the advice of ${code} for ${name}`);
      this.program = this.program.flatMap((one) => (one === declared ? (changed ?? []) : one));
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Whether no change of the program could help. */
  isExplained(message: string): boolean {
    const isLacking = this.world.platform.deployment.mode === "documented-only" && isUnsupported(message);
    // Two resources of the program are one object.
    const isAlike = message.includes("is the same as in another resource of this stack");
    // What the program ignores, and what it declares, do not fit together.
    const ignores = this.program.some(({ ignoreChanges }) => ignoreChanges.includes("interfaces"));
    const isIgnored = ignores && message.includes("lies in no subnet");
    // Requests of others count as well, and nobody decides on those.
    const isFull = message.includes("unprocessed limits requests already");
    return isLacking || isAlike || isIgnored || isFull || message.includes("is used by the route to 172.16.");
  }
}

/** Whether the advice is to remove the resource from the state. */
export function isToBeForgotten({ during, message }: Pick<RunError, "during" | "message">): boolean {
  const isUnclear = during === "deleting" && message.includes("[creation-unclear]");
  return isUnclear || message.includes("[router-not-listed]");
}

/** A subnet that a route needs is not detached. Which routes need it, only the platform knows, so no preview says it. */
export function isNeededByRoutes(message: string): boolean {
  return /is used by the route to 172\.16\.|\[router-subnet-needed\]/.test(message);
}

/** Whether the deployment lacks what the program needs. */
export function isUnsupported(message: string): boolean {
  return UNSUPPORTED.test(message);
}
