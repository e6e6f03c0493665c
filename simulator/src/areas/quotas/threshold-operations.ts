import { type Operation, ok, operation } from "../../http/operation";
import { clientPath, thresholdBody } from "./schemas";
import { type ThresholdStore, thresholdRecord } from "./thresholds";

export const clientQuotas = "/cloud/v2/client_quotas";
const path = `${clientQuotas}/:client_id/notification_threshold`;

export function thresholdOperations(thresholds: ThresholdStore): Operation[] {
  return [put(thresholds), get(thresholds), remove(thresholds)];
}

function put(thresholds: ThresholdStore): Operation {
  return operation({
    method: "PUT",
    path,
    summary: "Set the notification threshold of a client",
    replies: { 200: thresholdRecord },
    documented: true,
    params: clientPath,
    body: thresholdBody,
    handle: ({ params, body: { threshold } }) => ok(thresholds.change(params.client_id, { threshold })),
  });
}

function get(thresholds: ThresholdStore): Operation {
  return operation({
    method: "GET",
    path,
    summary: "Get the notification threshold of a client",
    replies: { 200: thresholdRecord },
    params: clientPath,
    handle: ({ params }) => ok(thresholds.of(params.client_id)),
  });
}

function remove(thresholds: ThresholdStore): Operation {
  return operation({
    method: "DELETE",
    path,
    summary: "Reset the notification threshold of a client",
    replies: { 204: null },
    params: clientPath,
    handle: ({ params }) => {
      thresholds.remove(params.client_id);
      return { status: 204 };
    },
  });
}
