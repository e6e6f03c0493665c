import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Area } from "../areas/area";
import { controlPrefix } from "../control/paths";
import { notFound } from "../core/problem";
import { RandomSource } from "../core/random";
import type { Settings } from "../options";
import { type Conclude, concluder } from "./conclude";
import { Exchanges } from "./exchanges";
import type { Interference } from "./interference";
import type { Operation } from "./operation";
import { parseQuery, type Query, withoutBrackets } from "./query";
import type { Recorder } from "./recorder";
import { gatewayErrors } from "./shapes";

interface Served {
  readonly settings: Settings;
  readonly recorder: Recorder;
  readonly areas: readonly Area[];
  readonly operations: readonly Operation[];
  readonly interference: Interference;
}

/** The HTTP server: records each request, checks its key, and passes it to its operation. */
export function createServer({
  settings,
  recorder,
  areas,
  operations,
  interference,
}: Served): FastifyInstance {
  const exchanges = new Exchanges(settings, recorder, interference);
  const conclude = concluder(exchanges, areas);
  const fail: Fail = (error, request, reply) =>
    conclude(request, reply, () => {
      throw error;
    });
  const app = bareServer(settings, (error, request, reply) => {
    // The path cannot be decoded. Hooks do not run for such a request.
    exchanges.arrived(request, reply);
    void fail(error, request, reply);
  });
  app.addHook("onRequest", async (request, reply) => {
    const { refusal, disturbance } = exchanges.arrived(request, reply);
    if (refusal || disturbance?.unread)
      await fail(new Error("The request has not been read."), request, reply);
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) =>
    conclude(request, reply, () => {
      exchanges.of(request).record.reason = "The simulator does not serve this path.";
      return settings.unknownPaths === "html"
        ? { status: 404, page: true }
        : { status: 404, body: gatewayErrors(notFound("Not Found"), request.id) };
    }),
  );
  for (const [route, served] of byRoute(operations)) serve(app, route, served, conclude);
  return app;
}

type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
type FrameworkErrors = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

function bareServer(settings: Settings, frameworkErrors: FrameworkErrors): FastifyInstance {
  const ids = new RandomSource(settings.seed, "requests");
  const app = Fastify({
    genReqId: () => ids.uuid(),
    exposeHeadRoutes: false,
    // Clients keep their connections open: closing must not wait for them.
    forceCloseConnections: true,
    // The schemas of operations are those of zod. Without this line Fastify loads ajv at the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: 1000, querystringParser: parseQuery },
    frameworkErrors,
  });
  // Bodies stay text, because faults happen before a body is parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
  return app;
}

function noSchemas(): never {
  throw new Error("Fastify gets no schemas.");
}

/**
 * The operations by the path of their route. The endpoints of all kinds of objects share `/_simulator/:kind/:id`, because
 * each route adds to the time in which a simulator starts.
 */
function byRoute(operations: readonly Operation[]): Map<string, Operation[]> {
  const routes = new Map<string, Operation[]>();
  for (const each of operations) {
    const path =
      each.kind === undefined
        ? each.path
        : each.path.replace(`${controlPrefix}/${each.kind}`, `${controlPrefix}/:kind`);
    routes.set(path, [...(routes.get(path) ?? []), each]);
  }
  return routes;
}

function serve(
  app: FastifyInstance,
  url: string,
  operations: readonly Operation[],
  conclude: Conclude,
): void {
  app.route({
    method: [...new Set(operations.map(({ method }) => method))],
    url,
    handler: (request, reply) => {
      const { kind, ...params } = request.params as Record<string, string>;
      const served = operations.find((each) => each.method === request.method && each.kind === kind);
      if (served === undefined) return reply.callNotFound();
      return conclude(request, reply, (body) => {
        const origin = `${request.protocol}://${request.host}`;
        return served.respond({ params, query: withoutBrackets(request.query as Query), body, origin });
      });
    },
  });
}
