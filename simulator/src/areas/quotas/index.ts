import { cloudErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { decisionControls } from "./controls";
import { type QuotasHandle, quotasHandle } from "./handle";
import { limitRequestKind, thresholdKind } from "./objects";
import { limitRequests, requestOperations } from "./request-operations";
import { asJson, LimitRequestStore } from "./requests";
import { clientQuotas, thresholdOperations } from "./threshold-operations";
import { ThresholdStore } from "./thresholds";

export function quotasArea({ settings, memory }: AreaPlatform): Area<QuotasHandle> {
  const thresholds = new ThresholdStore(memory);
  const requests = new LimitRequestStore(settings.now, memory);
  return {
    handle: quotasHandle(thresholds, requests, settings.now),
    objects: [thresholdKind(thresholds), limitRequestKind(requests)],
    operations: [...thresholdOperations(thresholds), ...requestOperations(requests, settings)],
    errors: { under: [clientQuotas, limitRequests], shape: cloudErrors },
    controls: decisionControls(requests),
    state: () => ({ thresholds: thresholds.all(), limits_requests: requests.all().map(asJson) }),
  };
}
