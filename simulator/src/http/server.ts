import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { controlPrefix } from "../control/paths";
import { RandomSource } from "../core/random";
import type { Settings } from "../options";
import { Exchange, type Served } from "./exchange";
import { type Operation, unknownReplies } from "./operation";
import { parseQuery, type Query, withoutBrackets } from "./query";

/** The HTTP server: records each request, checks its key, and passes it to its operation. */
export function createServer(served: Served, operations: readonly Operation[]): FastifyInstance {
  const { settings } = served;
  const exchanges = new WeakMap<FastifyRequest, Exchange>();
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => {
    const exchange = exchanges.get(request) ?? new Exchange(request, reply, served);
    exchanges.set(request, exchange);
    return exchange;
  };
  // A path that cannot be decoded is an error for which no hook runs.
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    exchangeOf(request, reply).conclude(() => {
      throw error;
    });
  const app = bareServer(settings, fail);
  app.addHook("onRequest", async (request, reply) => {
    if (exchangeOf(request, reply).isDecided)
      await fail(new Error("The request has not been read."), request, reply);
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => {
    const exchange = exchangeOf(request, reply);
    return exchange.conclude(() => {
      exchange.reason = "The simulator does not serve this path.";
      return unknownReplies[settings.unknownPaths];
    });
  });
  for (const [path, operationsOfPath] of byRoute(operations)) serve(app, path, operationsOfPath, exchangeOf);
  return app;
}

function bareServer(
  settings: Settings,
  fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  const ids = new RandomSource(settings.seed, "requests");
  const app = Fastify({
    genReqId: () => ids.uuid(),
    exposeHeadRoutes: false,
    // Clients keep their connections open: closing must not wait for them.
    forceCloseConnections: true,
    // The schemas of operations are those of zod. Without this line Fastify loads ajv at the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: 1000, querystringParser: parseQuery },
    frameworkErrors: fail,
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
  const pathOf = ({ path, kind }: Operation): string => {
    const shared =
      kind === undefined ? path : path.replace(`${controlPrefix}/${kind}`, `${controlPrefix}/{kind}`);
    return shared.replace(/\{(\w+)\}/g, ":$1");
  };
  return Map.groupBy(operations, pathOf);
}

function serve(
  app: FastifyInstance,
  url: string,
  operations: readonly Operation[],
  exchangeOf: (request: FastifyRequest, reply: FastifyReply) => Exchange,
): void {
  app.route({
    method: [...new Set(operations.map(({ method }) => method))],
    url,
    handler: (request, reply) => {
      const { kind, ...params } = request.params as Record<string, string>;
      const served = operations.find((each) => each.method === request.method && each.kind === kind);
      if (served === undefined) return reply.callNotFound();
      return exchangeOf(request, reply).conclude((body) => {
        const origin = `${request.protocol}://${request.host}`;
        return served.respond({ params, query: withoutBrackets(request.query as Query), body, origin });
      });
    },
  });
}
