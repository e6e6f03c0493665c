import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Area } from "../areas/area";
import { asProblem, notFound } from "../core/problem";
import { RandomSource } from "../core/random";
import type { Settings } from "../options";
import { admit, refusalOf } from "./admission";
import { Exchanges, pathOf } from "./exchanges";
import type { Operation } from "./operation";
import type { Query, Recorder } from "./recorder";
import { type ErrorShape, gatewayErrors } from "./shapes";

interface Served {
  readonly settings: Settings;
  readonly recorder: Recorder;
  readonly areas: readonly Area[];
  readonly operations: readonly Operation[];
}

/** The HTTP side: every request is recorded, let in or refused, and handed to its operation. */
export function createServer({ settings, recorder, areas, operations }: Served): FastifyInstance {
  const exchanges = new Exchanges(settings, recorder);
  const refuse = refusal(areas, exchanges);
  const app = bareServer(settings, (error, request, reply) => {
    // The address is beyond reading: no hook runs for such a request.
    exchanges.arrived(request);
    refuse(error, request, reply);
    exchanges.answered(request, reply.statusCode);
  });
  app.addHook("onRequest", async (request) => exchanges.arrived(request));
  app.addHook("preHandler", async (request) => admit(request, exchanges));
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    exchanges.answered(request, reply.statusCode);
  });
  app.addHook("onResponse", async (request) => exchanges.ended(request));
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(gatewayErrors(notFound("Not Found"), request.id));
  });
  for (const each of operations) serve(app, each);
  return app;
}

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

function bareServer(settings: Settings, frameworkErrors: Refuse): FastifyInstance {
  const ids = new RandomSource(settings.seed, "requests");
  const app = Fastify({
    genReqId: () => ids.uuid(),
    exposeHeadRoutes: false,
    // Clients keep their connections open: closing must not wait for them.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors,
  });
  // Bodies stay text until the key has been checked: whether they can be read is a later question.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
  return app;
}

function serve(app: FastifyInstance, { method, path, respond }: Operation): void {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const { params, body } = request;
      const answer = respond({ params, query: namedQuery(request.query as Query), body });
      return reply.code(answer.status).send(answer.body);
    },
  });
}

function refusal(areas: readonly Area[], exchanges: Exchanges): Refuse {
  return (error, request, reply) => {
    // A missing key comes before anything else that is wrong.
    const problem = refusalOf(request, exchanges) ?? asProblem(error);
    const shape = shapeFor(areas, pathOf(request));
    reply.header("x-request-id", request.id).code(problem.status).send(shape(problem, request.id));
  };
}

function shapeFor(areas: readonly Area[], path: string): ErrorShape {
  const area = areas.find((each) =>
    each.errors?.under.some((prefix) => path.startsWith(`${prefix}/`) || path === prefix),
  );
  return area?.errors?.shape ?? gatewayErrors;
}

/** Lists come as `state=NEW&state=RUNNING` or as `state[]=NEW&state[]=RUNNING`: both name the parameter `state`. */
function namedQuery(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ""), value]));
}
