import { operationOf } from "../../../sdk/src/platform/http/operations";
import { REPLICATION_LAG_MS } from "../../../sdk/src/platform/tasks/delays";
import { parseDuration } from "../../../sdk/src/util/duration";
import type { Call, Deployment, Line, RunError, RunOptions } from "../engine/deployment";
import type { SentRequest } from "../world/network";

// What is wrong with the requests of a run, whatever they are about.

/** Faults after which the same request may succeed. */
const PASSING = /^(408|500|502|503|504|lost|silence)(?!.*retry-after)/;

/** How long an operation may last after its timeout or a cancellation. */
const GRACE_MS = 16_000;
/** For so long, a request whose outcome is sought may be repeated. */
const PAUSE_MS = 9_000;
const DEFAULT_TIMEOUT_MS = 1_200_000;
/** In the programs, where they declare one. */
const DELETION_TIMEOUT_MS = 120_000;

/** The input that a field of a router's change comes from. */
export const INPUT_OF: Record<string, string> = {
  name: "name",
  routes: "routes",
  external_gateway_info: "externalGatewayInfo",
};

/** Requests that are repeated before the pause has passed for which the platform has asked. */
export function repeatedEarly(requests: readonly SentRequest[]): string[] {
  return [...Map.groupBy(requests, ({ host }) => host).values()].flatMap((ofHost) => {
    const pauses = new Map<string, SentRequest["pause"]>();
    return ofHost.flatMap(({ method, path, query, at, pause }) => {
      const key = `${method} ${path} ${JSON.stringify(query ?? {})}`;
      const { from = 0, to = 0 } = pauses.get(key) ?? {};
      pauses.set(key, pause);
      return from < at && at < to ? [`${key} at ${at} ms`] : [];
    });
  });
}

/** Requests that are repeated after failures more often than the setting says. */
export function repeatedOften(requests: readonly SentRequest[], { options, steps }: Deployment): string[] {
  const { maxRetries } = options.settings ?? {};
  if (maxRetries === undefined) return [];
  const failures = new Map<string, number>();
  return requests.flatMap(({ method, path, body = "", fault, status }) => {
    if (method !== "PUT" && method !== "DELETE") return [];
    const key = `${method} ${path} ${body}`;
    const count = failures.get(key) ?? 0;
    const mayPass = fault && PASSING.test(fault) && status !== 429;
    failures.set(key, mayPass ? count + 1 : 0);
    // Two resources may be one object, and a deletion without a clear answer is sent a second time.
    const deletions = steps.filter(({ kind, id = path }) => kind === "delete" && path.endsWith(`/${id}`));
    const times = method === "DELETE" ? 2 * Math.max(deletions.length, 1) : 1;
    return count >= (Number(maxRetries) + 1) * times ? [`${key}: ${count} times`] : [];
  });
}

function longestOf(timeout: string | undefined, { settings }: RunOptions): number {
  return parseDuration(timeout ?? "") ?? parseDuration(settings?.taskTimeout ?? "") ?? DEFAULT_TIMEOUT_MS;
}

/** Operations that end long after their timeout, or after Ctrl-C. */
export function outlasting({ calls, cancelledAt, isCancelled, options }: Deployment, now: number): string[] {
  return calls.flatMap(({ urn, method, from, to = now, timeout }) => {
    if (method === "check" || method === "diff") return [];
    // Of a deletion, the state has the time-out that a program has declared.
    const longest = Math.max(longestOf(timeout, options), method === "delete" ? DELETION_TIMEOUT_MS : 0);
    const isCut = isCancelled && from < cancelledAt && to - cancelledAt > GRACE_MS;
    return [
      ...(to - from > longest + GRACE_MS
        ? [`${method} of ${urn} took ${to - from} ms, its timeout is ${longest} ms`]
        : []),
      ...(isCut ? [`${method} of ${urn} ended ${to - cancelledAt} ms after Ctrl-C`] : []),
    ];
  });
}

/** Operations that wait for nothing after Ctrl-C. */
export function sleeping(
  { calls, isCancelled, hasUnheard, cancelledAt }: Deployment,
  requests: readonly SentRequest[],
  now: number,
): string[] {
  const isUnderWay = requests.some(
    ({ at, fault = "" }) => at > cancelledAt - 60_000 && /late|silence|retry-after/.test(fault),
  );
  if (!isCancelled || hasUnheard || isUnderWay) return [];
  const last = Math.max(cancelledAt, ...requests.map(({ at }) => at));
  const isAsleep = ({ method, from, to = now }: Call) =>
    method !== "check" && method !== "diff" && from < cancelledAt && to > last + PAUSE_MS;
  return calls.filter(isAsleep).map(({ urn, method, to = now }) => `${method} of ${urn} for ${to - last} ms`);
}

/** Tasks that are polled for long although the platform does not know them. */
export function pollingInVain(requests: readonly SentRequest[], hasGateway: boolean): string[] {
  const polls = requests.filter(({ method, path }) => method === "GET" && /\/tasks\/[^/]+$/.test(path));
  // A task may be asked for at two paths.
  return [...Map.groupBy(polls, ({ path }) => path.split("/").at(-1))].flatMap(([task, all]) => {
    let [since, last, longest] = [0, Number.NEGATIVE_INFINITY, 0];
    for (const { at, status } of all) {
      const isUnknown = status === 404 || status === 405;
      if (!isUnknown || at - last > REPLICATION_LAG_MS) since = at;
      longest = Math.max(longest, at - since);
      last = at;
    }
    // Several operations may wait for it, and each looks anew after a gateway has answered.
    return longest > (hasGateway ? 10 : 4) * REPLICATION_LAG_MS ? [`${task} for ${longest} ms`] : [];
  });
}

/** Routers whose creation may have taken effect, and for which nobody has looked after Ctrl-C. */
export function unsearched(
  { errors, calls, isCancelled, hasUnheard, cancelledAt, options }: Deployment,
  requests: readonly SentRequest[],
): string[] {
  // A reply or a pause that lasts until the end leaves no time to look.
  const isHindered = requests.some(
    ({ method, at, fault = "" }) =>
      at > cancelledAt - 60_000 &&
      (fault.endsWith("retry-after") || (method === "GET" && /late|silence/.test(fault))),
  );
  if (!isCancelled || hasUnheard || isHindered) return [];
  const isSought = requests.some(
    ({ method, path, at }) => method === "GET" && /\/routers\/\d+\/\d+$/.test(path) && at >= cancelledAt,
  );
  // Not by its timeout before.
  const isCut = ({ from, to = 0, timeout }: Call) =>
    to > cancelledAt && cancelledAt < from + longestOf(timeout, options);
  const isLost = ({ urn, message }: RunError) =>
    /^POST \/cloud\/v1\/routers\/\d+\/\d+ /.test(message) &&
    message.includes("may have taken effect") &&
    calls.some((call) => call.urn === urn && call.method === "create" && isCut(call));
  return isSought ? [] : errors.filter(isLost).map(({ urn, message }) => `${urn}: ${message}`);
}

/** What a preview just before has not shown of a request. `id`: of the router that it changes. */
export function unshown(
  { steps, findings, entries, lines }: Deployment,
  { method, path, body = "{}" }: SentRequest,
  id: string | undefined,
): string[] {
  const changing = steps.filter(({ kind }) => kind !== "same" && kind !== "refresh");
  const step = changing.find((one) => id !== undefined && one.id === id);
  const isNew = !entries.some((entry) => entry.id === id);
  if (changing.length === 0 || (id !== undefined && !step && !isNew)) return [`${method} ${path} ${body}`];
  const hidden: string[] = [];
  if (step?.kind === "update") {
    const isOfSubnet = /\/(attach|detach)$/.test(path);
    const others = isOfSubnet ? { interfaces: [] } : {};
    const sent: Record<string, unknown> = method === "PATCH" ? JSON.parse(body) : others;
    for (const name of Object.keys(sent)) {
      const input = INPUT_OF[name] ?? name;
      const row = new RegExp(
        `^${input} (changed outside of .* overwrites it|is not as declared)|compares .*\\b${input}\\b.* with the platform`,
      );
      const isRow = ({ urn, text }: Line) => urn === step.urn && row.test(text);
      const isShown = step.changed.includes(input) || lines.some(isRow);
      // The engine takes a null for a missing value, also in what it shows.
      if (!isShown && sent[name] !== null) hidden.push(`${name}: ${method} ${path} ${body}`);
    }
  }
  // A router goes with what is attached to it.
  if (step && /delete|replace/.test(step.kind)) return hidden;
  const name = operationOf({ method: method as "GET", path })?.name;
  // A subnet with an address is attached after the creation.
  if (!name || method === "DELETE" || name.endsWith("attach") || name.startsWith("PATCH")) return hidden;
  // The plugin does not learn of the option deleteBeforeReplace, and no `diff` is called for another Provider.
  if (changing.some(({ changed }) => changed.includes("provider"))) return hidden;
  // What comes of the request of a killed run, or of its task, only its end shows.
  if (lines.some(({ text }) => /waits for (its request|task)/.test(text))) return hidden;
  const sends = new Set(findings.flatMap((finding) => finding.step?.sends ?? []));
  if (sends.size === 0 || sends.has(name)) return hidden;
  return [...hidden, `${name}; the preview names ${[...sends].join(", ")}`];
}
