import { type Operation, ok, operation } from "../../http/operation";
import { clientPath, thresholdBody } from "./schemas";
import type { ThresholdStore } from "./thresholds";

export const clientQuotas = "/cloud/v2/client_quotas";
const path = `${clientQuotas}/:client_id/notification_threshold`;

export function thresholdOperations(thresholds: ThresholdStore): Operation[] {
  return [put(thresholds), get(thresholds), remove(thresholds)];
}

function put(thresholds: ThresholdStore): Operation {
  return operation({
    method: "PUT",
    path,
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
    params: clientPath,
    handle: ({ params }) => ok(thresholds.of(params.client_id)),
  });
}

function remove(thresholds: ThresholdStore): Operation {
  return operation({
    method: "DELETE",
    path,
    params: clientPath,
    handle: ({ params }) => {
      thresholds.remove(params.client_id);
      return { status: 204 };
    },
  });
}
