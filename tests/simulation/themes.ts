import type { Act } from "./people/others";
import type { Style } from "./people/programs";
import type { Fault } from "./world/faults";
import type { Deployment } from "./world/platform";
import type { Random } from "./world/random";

/** What a history has most of. */
export interface Theme {
  /** How often a run does not end by itself. */
  kills: number;
  /** How often requests have faults. */
  faults: number;
  /** How much others do during a run. */
  others: number;
  /** How often they do something between two runs; otherwise sometimes. */
  drift?: number;
  /** How often people change the program once more between two runs: up to three times. */
  edits?: number;
  /** How often tasks fail; otherwise seldom. */
  failing?: number;
  /** How often finished tasks do not name what they have created; otherwise seldom. */
  silent?: number;
  style?: Partial<Style>;
  /** What others do most. */
  habit?: Act;
  /** The only faults that there are. */
  kinds?: Fault[];
  /** How often something answers in place of the platform; otherwise sometimes. */
  outage?: number;
  /** How often `up` refreshes; otherwise often. */
  refresh?: number;
  /** How often people look at the preview of `up`; otherwise never, while there are faults. */
  previews?: number;
  deployment?: Partial<Deployment>;
}

/** Where requests are lost, nobody knows what has become of them. */
const LOST: Fault[] = ["lost after", "lost before", "silence after", "504 after", "late arrival"];

/** How often each is the one of a history: `weight`. `npm run simulate -- --theme NAME` has only one. */
const THEMES: Record<string, Theme & { weight: number }> = {
  kills: { weight: 30, kills: 0.85, faults: 0.3, others: 0.3 },
  faults: { weight: 30, kills: 0.1, faults: 1, others: 0.2 },
  others: { weight: 20, kills: 0.3, faults: 0.2, others: 1 },
  mixed: { weight: 30, kills: 0.4, faults: 0.7, others: 0.5 },
  // Rare coincidences, each looked for.
  replacements: {
    weight: 8,
    ...{ kills: 0.85, faults: 0.3, others: 0.2, failing: 0.4, silent: 0.4 },
    style: { edit: "move account", type: "Router", hurry: 0.8 },
  },
  lag: {
    weight: 8,
    ...{ kills: 0.5, faults: 1, others: 0.1, kinds: ["lag", "lost after"] },
    style: { edit: "revert", type: "Router" },
  },
  rivals: {
    weight: 8,
    ...{ kills: 0.4, faults: 1, others: 1, silent: 0.4, kinds: LOST, habit: "create one of our name" },
    style: { type: "Router", hurry: 0.4 },
  },
  timeless: {
    weight: 6,
    ...{ kills: 0.5, faults: 1, others: 0.5, silent: 0.2, kinds: LOST, habit: "create one of our name" },
    style: { type: "Router", equal: 0.5 },
    deployment: { isTimeless: true },
  },
  "equal names": {
    weight: 8,
    ...{ kills: 0.6, faults: 0.5, others: 0.2, silent: 0.3, kinds: LOST },
    style: { edit: "rename", type: "Router", equal: 0.9, hurry: 0.5 },
  },
  locks: {
    weight: 8,
    ...{ kills: 0.1, faults: 0.1, others: 1, failing: 0.2, habit: "lock" },
    style: { edit: "inputs", type: "Router" },
  },
  drift: {
    weight: 4,
    ...{ kills: 0.05, faults: 0.1, others: 0, drift: 0.8, edits: 3, habit: "rename" },
    style: { edit: "inputs", type: "Router" },
  },
  haste: {
    weight: 8,
    ...{ kills: 0.3, faults: 0.2, others: 0.4, silent: 0.3 },
    style: { edit: "inputs", input: "name", type: "Router", hurry: 0.8 },
  },
  pauses: {
    weight: 4,
    ...{ kills: 0.7, faults: 1, others: 0, kinds: ["500", "502 page", "503"] },
    style: { hurry: 0.5 },
  },
  refusals: {
    weight: 6,
    ...{ kills: 0.1, faults: 1, others: 0.3, kinds: ["409", "400", "403"] },
    style: { edit: "remove", type: "Router" },
  },
  outages: {
    weight: 8,
    ...{ kills: 0.1, faults: 1, others: 0.1, kinds: [], outage: 1, refresh: 0.9 },
  },
  pages: {
    weight: 6,
    ...{ kills: 0.5, faults: 0.3, others: 1, habit: "delete a router", kinds: LOST },
    style: { type: "Router" },
    deployment: { pageSize: 1 },
  },
  // Too rare for a history of its own: where some planted defects do harm.
  namesakes: {
    weight: 0,
    ...{ kills: 0.2, faults: 0.2, others: 0.5, drift: 0.9, failing: 0.5, silent: 0.5, kinds: LOST },
    habit: "create one of our name",
    style: { type: "Router", hurry: 1 },
    deployment: { mode: "full", hidesCreators: true, isTimeless: false },
  },
  "older namesakes": {
    weight: 0,
    ...{ kills: 0.2, faults: 0.2, others: 0.5, drift: 0.9, failing: 0.5, silent: 0.5, kinds: LOST },
    habit: "take our name",
    style: { type: "Router", hurry: 1 },
    deployment: { mode: "full", hidesCreators: true, isTimeless: false },
  },
  adopters: {
    weight: 0,
    ...{ kills: 0.2, faults: 0.1, others: 0 },
    style: { type: "Router", equal: 1, hurry: 1, secrets: 0 },
    deployment: { mode: "full", visibleWhileCreating: true, hidesCreators: false },
  },
  reverts: {
    weight: 0,
    ...{ kills: 0, faults: 1, others: 0, refresh: 0, kinds: ["lag"] },
    style: { edit: "revert", input: "name", type: "Router", secrets: 0 },
  },
  "late replicas": {
    weight: 0,
    ...{ kills: 0.9, faults: 1, others: 0, silent: 0.9, kinds: ["lag", "late arrival", "silence after"] },
    style: { type: "Router" },
    deployment: { mode: "full", hidesCreators: true },
  },
  "failed creations": {
    weight: 0,
    ...{ kills: 0.2, faults: 1, others: 0.1, failing: 0.5, kinds: LOST },
    style: { type: "Router", hurry: 0.5 },
  },
  previews: {
    weight: 0,
    ...{ kills: 0.7, faults: 0.1, others: 0.1, drift: 0.3, previews: 1 },
  },
  secrets: {
    weight: 0,
    ...{ kills: 0.7, faults: 0.1, others: 0, edits: 1, refresh: 0, previews: 1 },
    style: { secrets: 1, edit: "inputs", input: "name", type: "Router" },
  },
  bodies: {
    weight: 0,
    ...{ kills: 0.1, faults: 1, others: 0.2, kinds: ["no body"] },
    style: { edit: "inputs" },
  },
  requests: {
    weight: 0,
    ...{ kills: 0.2, faults: 0.2, others: 1, drift: 0.8, refresh: 0.9, habit: "forget a decided request" },
    style: { type: "QuotaLimitRequest" },
  },
  names: {
    weight: 0,
    ...{ kills: 0.8, faults: 0.5, others: 0, silent: 0.8 },
    style: { edit: "inputs", input: "name", type: "Router", secrets: 0 },
    deployment: { mode: "full", hidesCreators: true },
  },
  removals: {
    weight: 0,
    ...{ kills: 0.3, faults: 1, others: 0.1, kinds: LOST },
    style: { edit: "inputs", type: "Router" },
  },
  gateways: {
    weight: 0,
    ...{ kills: 0.1, faults: 0.2, others: 1, drift: 0.6, habit: "change the gateway" },
    style: { edit: "inputs", input: "externalGatewayInfo", type: "Router" },
  },
};

/** A seed may begin with the theme: `pages:4711`. */
export function themeOf(seed: string, random: Random): Theme {
  const named = THEMES[seed.split(":")[0] as string];
  if (named) return named;
  const weights = Object.fromEntries(Object.entries(THEMES).map(([name, { weight }]) => [name, weight]));
  return THEMES[random.weighted(weights)] as Theme;
}
