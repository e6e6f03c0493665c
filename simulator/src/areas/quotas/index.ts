import { cloudErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { decisionControls } from "./controls";
import { type QuotasHandle, quotasHandle } from "./handle";
import { limitRequests, requestOperations } from "./request-operations";
import { asJson, LimitRequestStore } from "./requests";
import { clientQuotas, thresholdOperations } from "./threshold-operations";
import { ThresholdStore } from "./thresholds";

export function quotasArea({ settings, memory }: Platform): Area<QuotasHandle> {
  const thresholds = new ThresholdStore(memory);
  const requests = new LimitRequestStore(settings.now, memory);
  return {
    handle: quotasHandle(thresholds, requests, settings.now),
    operations: [...thresholdOperations(thresholds), ...requestOperations(requests, settings)],
    errors: { under: [clientQuotas, limitRequests], shape: cloudErrors },
    controls: decisionControls(requests),
    state: () => ({ thresholds: thresholds.all(), limits_requests: requests.all().map(asJson) }),
  };
}
