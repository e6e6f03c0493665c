import type { FastifyRequest } from "fastify";
import type { Area } from "../areas/area";
import type { Problem } from "../core/problem";
import { gatewayPage } from "./gateway";
import type { Reply } from "./operation";
import { routeOf } from "./paths";
import { type ErrorShape, gatewayErrors } from "./shapes";
import type { Answer } from "./wire";

const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };

export function answerOf({ status, body, page, file, events }: Reply, { id }: FastifyRequest): Answer {
  if (page) return gatewayPage(status);
  if (file) return { status, ...file };
  if (events) return { status, headers: eventStream, text: undefined, events };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { "content-type": "application/json; charset=utf-8" };
  return { status, headers: { ...type, "x-request-id": id }, text };
}

/** The error in the format of the area that the path belongs to. */
export function refusalOf(problem: Problem, request: FastifyRequest, areas: readonly Area[]): Answer {
  const shape = shapeFor(areas, routeOf(request));
  return answerOf({ status: problem.status, body: shape(problem, request.id) }, request);
}

function shapeFor(areas: readonly Area[], path: string): ErrorShape {
  const area = areas.find((each) =>
    each.errors?.under.some((prefix) => path.startsWith(`${prefix}/`) || path === prefix),
  );
  return area?.errors?.shape ?? gatewayErrors;
}
