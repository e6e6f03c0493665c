import { pageOf, pageSchema } from "../../core/page";
import { conflict, Problem } from "../../core/problem";
import { parseTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import { asJson, isOpen, type LimitRequestRecord, type LimitRequestStore, shownRequest } from "./requests";
import { type RequestQuery, requestBody, requestPath, requestQuery } from "./schemas";

export const limitRequests = "/cloud/v2/limits_request";
const member = `${limitRequests}/:request_id`;
const mostOpen = 10;

export function requestOperations(requests: LimitRequestStore, settings: Settings): Operation[] {
  return [create(requests), list(requests), get(requests), remove(requests, settings)];
}

/** The answer does not tell the id: whoever wants it has to look into the list. */
function create(requests: LimitRequestStore): Operation {
  return operation({
    method: "POST",
    path: limitRequests,
    summary: "Request higher limits",
    replies: { 201: null },
    documented: true,
    body: requestBody,
    handle: ({ body }) => {
      if (requests.open().length >= mostOpen) {
        throw new Problem(
          400,
          "ValidationError",
          `There are ${mostOpen} unprocessed limits requests already`,
        );
      }
      requests.add(body);
      return { status: 201 };
    },
  });
}

function list(requests: LimitRequestStore): Operation {
  return operation({
    method: "GET",
    path: limitRequests,
    summary: "List limit requests",
    replies: { 200: pageSchema(shownRequest) },
    query: requestQuery,
    handle: ({ query }) => ok(pageOf(selectRequests(requests.all(), query).map(asJson), query)),
  });
}

function get(requests: LimitRequestStore): Operation {
  return operation({
    method: "GET",
    path: member,
    summary: "Get a limit request",
    replies: { 200: shownRequest },
    params: requestPath,
    handle: ({ params }) => ok(asJson(requests.get(params.request_id))),
  });
}

function remove(requests: LimitRequestStore, { deleteDecidedRequests }: Settings): Operation {
  return operation({
    method: "DELETE",
    path: member,
    summary: "Delete a limit request",
    replies: { 204: null },
    params: requestPath,
    handle: ({ params }) => {
      const request = requests.get(params.request_id);
      if (!isOpen(request) && !deleteDecidedRequests) {
        throw conflict(`Limits request ${request.id} is ${request.status} and cannot be deleted`);
      }
      requests.remove(request.id);
      return { status: 204 };
    },
  });
}

/** The matching requests, newest first; of two in the same second the one that came later. */
function selectRequests(all: readonly LimitRequestRecord[], query: RequestQuery): LimitRequestRecord[] {
  const matching = all.filter(
    (request) =>
      (query.request_ids?.includes(request.id) ?? true) &&
      (query.status?.includes(request.status) ?? true) &&
      createdAt(request) >= (query.created_from ?? Number.NEGATIVE_INFINITY) &&
      createdAt(request) <= (query.created_to ?? Number.POSITIVE_INFINITY),
  );
  return matching.reverse().sort((one, other) => createdAt(other) - createdAt(one));
}

function createdAt({ created_at }: LimitRequestRecord): number {
  return parseTimestamp(created_at) ?? 0;
}
