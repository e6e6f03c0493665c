import type { Dispatcher } from "undici";
import type { Connections } from "../../../sdk/src/platform/http/connect";
import type { Network } from "../../../sdk/src/platform/http/transport";
import type { Answer } from "../../../simulator/src/http/wire";
import { type Fault, faultOf, type Outage } from "./faults";
import { EPOCH, type Host } from "./machine";
import { htmlPage, type PlatformRequest } from "./platform";
import type { Random } from "./random";
import type { World } from "./world";

/** One request of the package, and what became of it. */
export interface SentRequest extends PlatformRequest {
  at: number;
  /** The platform has carried it out. */
  isDone: boolean;
  status?: number | undefined;
  fault?: Fault | undefined;
  /** The process that has sent it. */
  host: Host;
  /** The tasks that carry it out. */
  tasks?: string[];
  /** The platform has asked for it. */
  pause?: { from: number; to: number };
}

/** The network of a process: replies are lost, late and wrong as the weather has it. */
export function networkOf(world: World, host: Host): Network {
  const dispatcher = {
    dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      new Transfer(world, host, options, handler).begin();
      return true;
    },
  } as unknown as Dispatcher;
  const connections: Connections = { for: () => dispatcher, close: async () => {} };
  return { connect: () => connections, after: (ms, work) => host.after(ms, work) };
}

const NO_CONNECTION = Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:443"), {
  code: "ECONNREFUSED",
});
const BROKEN = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });

/** Faults in which the platform does not get the request. */
const NOT_DONE = new Set<Fault>([
  "lost before",
  "silence",
  "400",
  "403",
  "408",
  "409",
  "500",
  "502 page",
  "503",
  "429",
  "429 retry-after",
  "503 retry-after",
  "gateway 404",
  "sign-in page",
]);

class Transfer {
  private isAborted = false;
  /** Its first byte has left, and its reply has not come. */
  private isUnderWay = false;
  private readonly request: SentRequest;

  constructor(
    private readonly world: World,
    private readonly host: Host,
    options: Dispatcher.DispatchOptions,
    private readonly handler: Dispatcher.DispatchHandler,
  ) {
    const headers = options.headers as Record<string, string>;
    const { authorization = "" } = headers;
    this.request = {
      ...{ at: world.time.now, host, isDone: false },
      method: options.method as string,
      path: options.path as string,
      query: options.query as Record<string, unknown> | undefined,
      body: options.body as string | undefined,
      key: authorization.replace("apikey ", ""),
    };
  }

  begin(): void {
    const { world, host, request } = this;
    const fault = world.nextFault(request);
    request.fault = fault;
    host.after(world.latency(), () => {
      if (fault === "no connection") return this.fail(NO_CONNECTION);
      this.handler.onRequestStart?.(this.controller, {});
      // Nobody waits for it any more, so it does not leave.
      if (this.isAborted) return;
      this.isUnderWay = true;
      world.requests.push(request);
      world.reach("sent", request);
      if (isCreation(request)) world.reach("created", request);
      // What has left the process arrives, also if the process is killed.
      const latency = world.latency() + (fault === "late arrival" ? world.random.magnitude(200, 4_000) : 0);
      world.time.after(latency, () => this.arrive(request.fault));
    });
  }

  private readonly controller = {
    abort: () => {
      if (this.isUnderWay && this.host.isAlive) this.world.onGivenUp(this.request);
      this.isAborted = true;
      this.isUnderWay = false;
    },
  } as unknown as Dispatcher.DispatchController;

  private arrive(fault: Fault | undefined): void {
    const { world, request } = this;
    const outage = world.outageFor(request);
    const isLimited = !outage && world.isLimited();
    const answer = outage
      ? inPlaceOfThePlatform(outage.answer, request.path)
      : this.answerOf(isLimited ? "429 retry-after" : fault);
    request.status = answer?.status;
    this.replying(world.latency() + (fault === "late" ? world.random.between(2_000, 45_000) : 0), () => {
      if (answer === undefined) {
        if (fault !== "silence" && fault !== "silence after") this.fail(BROKEN);
        return;
      }
      this.reply(answer, fault === "cut");
    });
  }

  /** Undefined if there is no reply. */
  private answerOf(fault: Fault | undefined): Answer | undefined {
    const { world, request } = this;
    const { platform, random } = world;
    const refusal = (status: number, message = `simulated ${fault}`) =>
      platform.errorOf(request, status, message);
    if (fault === undefined || !NOT_DONE.has(fault)) {
      const lag = fault === "lag" ? world.time.now - random.between(200, 25_000) : undefined;
      world.onArrival(request, lag ?? world.time.now);
      const answer = platform.serve(request, true, lag);
      request.isDone = answer.status < 400;
      if (request.method !== "GET") {
        request.tasks = tasksIn(answer);
        if (request.method === "POST") for (const task of request.tasks) world.tasks.add(task);
        world.reach("done", request);
      }
      switch (fault) {
        case "lost after":
        case "silence after":
          return undefined;
        case "504 after":
          return htmlPage(504);
        case "500 after":
          return refusal(500);
        case "408 after":
          return refusal(408);
        case "no body":
          return { ...answer, text: undefined };
        default:
          return answer;
      }
    }
    const retryAfter = { "retry-after": String(random.pick([1, 3, 10, 30, 60])) };
    switch (fault) {
      case "lost before":
      case "silence":
        return undefined;
      case "502 page":
        return htmlPage(502);
      case "sign-in page":
        return htmlPage(200);
      case "gateway 404":
        return gateway404(platform.deployment.unknownPaths === "html", random);
      case "429 retry-after":
        return withHeaders(refusal(429), retryAfter);
      case "503 retry-after":
        return withHeaders(refusal(503), retryAfter);
      default:
        // A platform that quotes what it got, as platforms do.
        return refusal(
          Number.parseInt(fault, 10),
          `refused ${request.body ?? request.path} for ${request.key}`,
        );
    }
  }

  /** The process gets it, if it still waits for it. */
  private replying(ms: number, work: () => void): void {
    this.host.after(ms, () => {
      if (!this.isAborted) work();
    });
  }

  private reply({ status, headers, text = "" }: Answer, isCut: boolean): void {
    const { "retry-after": seconds } = headers as Record<string, string | undefined>;
    const from = this.world.time.now;
    if (seconds && !isCut) this.request.pause = { from, to: from + Number(seconds) * 1_000 };
    const date = new Date(EPOCH + this.world.time.now).toUTCString();
    this.handler.onResponseStart?.(this.controller, status, { ...headers, date }, "");
    const body = Buffer.from(text);
    if (body.length > 0)
      this.handler.onResponseData?.(this.controller, isCut ? body.subarray(0, body.length / 2) : body);
    this.isUnderWay = false;
    if (isCut) this.fail(BROKEN);
    else this.handler.onResponseEnd?.(this.controller, {});
  }

  private fail(error: Error): void {
    this.isUnderWay = false;
    if (!this.isAborted) this.handler.onResponseError?.(this.controller, error);
  }
}

/** A gateway answers in another form than the platform does for unknown paths: nobody could tell the two apart otherwise. */
function gateway404(isJson: boolean, random: Random): Answer {
  const json = { "content-type": "application/json" };
  return isJson || random.chance(0.5)
    ? { status: 404, headers: json, text: `{"error_msg":"404 Route Not Found"}` }
    : htmlPage(404);
}

/** One answer to all requests, in the forms of proxies, and in those of the platform for what does not exist. */
function inPlaceOfThePlatform(form: Outage["answer"], path: string): Answer {
  const json = (status: number, body: object): Answer => ({
    ...{ status, headers: { "content-type": "application/json" } },
    text: JSON.stringify(body),
  });
  switch (form) {
    case "404 page":
      return htmlPage(404);
    case "404 errors":
      return json(404, { errors: { message: "not found" } });
    case "404 class":
      return json(404, { exception_class: "NotFound", message: `no route for ${path}` });
    case "405":
      return json(405, { message: "Method Not Allowed" });
    case "404 empty":
    case "403 empty":
      return { status: Number.parseInt(form, 10), headers: {}, text: "" };
    // A proxy that lets only some paths through, and knows the others as little as the platform does.
    case "403 or 404 empty":
      return { status: /\/tasks\b/.test(path) ? 403 : 404, headers: {}, text: "" };
    default:
      return htmlPage(Number(form));
  }
}

function tasksIn({ text = "" }: Answer): string[] {
  const { tasks } = (text.startsWith("{") ? JSON.parse(text) : {}) as { tasks?: string[] | null };
  return tasks ?? [];
}

export function isCreation({ method, path }: SentRequest): boolean {
  return method === "POST" && !/\/(attach|detach)$/.test(path);
}

function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

export { faultOf };
