import { type RouterAddition, type Simulator, type SimulatorOptions, startSimulator } from "../src";

/** What the tests read of replies; each reply has only some of it. */
export interface ReplyBody {
  readonly id: string;
  readonly tasks: readonly string[];
  readonly count: number;
  readonly results: readonly ReplyBody[];
  readonly [field: string]: unknown;
}

export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  /** Fails if the text is not JSON. */
  get body(): ReplyBody {
    return (this.text === "" ? {} : JSON.parse(this.text)) as ReplyBody;
  }
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of a JSON body. */
  readonly raw?: string;
}

export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;

const running: Simulator[] = [];

/** A simulator that finishes tasks at once unless told otherwise, with a client that has its key. */
export async function start(options: SimulatorOptions = {}): Promise<{ sim: Simulator; call: Call }> {
  const sim = await startSimulator({ taskTime: 0, seed: 1, ...options });
  running.push(sim);
  return { sim, call: client(sim.url) };
}

/** The same with a router. */
export async function startWithRouter(options?: SimulatorOptions, router: Partial<RouterAddition> = {}) {
  const { sim, call } = await start(options);
  const { id } = sim.routers.add({ projectId: 1, regionId: 2, ...router });
  return { sim, call, id };
}

export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((sim) => sim.close()));
}

export function client(url: string): Call {
  return async (method, path, body, { key = "simulator-key", headers = {}, raw } = {}) => {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `apikey ${key}` }),
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    return new Answer(response.status, response.headers, await response.text());
  };
}

export const subnetA = "aaaaaaaa-0000-4000-8000-000000000001";
export const subnetB = "bbbbbbbb-0000-4000-8000-000000000002";
export const networkId = "cccccccc-0000-4000-8000-000000000003";
export const unknownId = "dddddddd-0000-4000-8000-000000000004";
export const collection = "/cloud/v1/routers/1/2";

export function v1(id: string): string {
  return `${collection}/${id}`;
}

export function v2(id: string): string {
  return `/cloud/v2/routers/1/2/${id}`;
}
