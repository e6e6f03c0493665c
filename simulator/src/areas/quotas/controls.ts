import { type Operation, ok, operation } from "../../http/operation";
import { asJson, type LimitRequestStore, shownRequest } from "./requests";
import { requestPath } from "./schemas";

/** POST /_simulator/limits_requests/{id}/approve and /reject: what a person of the platform decides. */
export function decisionControls(requests: LimitRequestStore): Operation[] {
  return [decision(requests, "approve", "done"), decision(requests, "reject", "rejected")];
}

function decision(requests: LimitRequestStore, verb: string, status: "done" | "rejected"): Operation {
  return operation({
    method: "POST",
    path: `/limits_requests/:request_id/${verb}`,
    summary: `${verb === "approve" ? "Approve" : "Reject"} a limit request`,
    replies: { 200: shownRequest },
    params: requestPath,
    handle: ({ params }) => ok(asJson(requests.decide(params.request_id, status))),
  });
}
