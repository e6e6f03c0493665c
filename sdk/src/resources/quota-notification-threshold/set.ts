import { TASKS } from "../../errors/tasks";
import type { OperationContext } from "../../lifecycle/context";
import { sendChange } from "../../lifecycle/steps/changes";
import { QuotasApi, type ThresholdBody } from "../../platform/api/quotas";
import { isGone } from "../../platform/api/reply";
import { ERRORS } from "./errors";
import { messageBody, type QuotaMessage } from "./message";
import type { ThresholdInputs } from "./schema";
import { stateOf, type ThresholdState } from "./state";

/** The threshold of a client for which none is set. */
const DEFAULT = 80;

/** Sets a client's threshold. `known` is the recorded state. */
export async function setThreshold(
  inputs: ThresholdInputs,
  known: object,
  context: OperationContext,
): Promise<ThresholdState> {
  const { clientId } = inputs;
  const id = String(clientId);
  const record = await sendChange(context, { id, known, unsure: ["threshold"] }, () =>
    new QuotasApi(context.platform).setThreshold(clientId, bodyOf(inputs)),
  );
  const state = stateOf(clientId, record);
  context.save({ id, known: state });
  if (state.threshold !== inputs.threshold) throw TASKS.withoutEffect.error({ fields: "threshold" });
  return state;
}

function bodyOf({ threshold, lastMessage, lastSending }: ThresholdInputs): ThresholdBody {
  return {
    threshold,
    ...(lastMessage !== undefined && {
      last_message: lastMessage && messageBody(lastMessage as QuotaMessage),
    }),
    ...(lastSending !== undefined && { last_sending: lastSending }),
  };
}

/** Deletes the threshold, or sets the default where the platform does not delete it. */
export async function resetThreshold(clientId: number, context: OperationContext): Promise<void> {
  const quotas = new QuotasApi(context.platform);
  if (await quotas.deleteThreshold(clientId)) return;
  // No threshold is set, or the deployment has no operation to delete it.
  const left = await quotas.getThreshold(clientId);
  if (left?.threshold === DEFAULT) return;
  try {
    await quotas.setThreshold(clientId, { threshold: DEFAULT });
    context.warn(ERRORS.resetToDefault.error({ percentage: DEFAULT }));
  } catch (error) {
    // The operation is documented, so the client does not exist, and neither does its threshold.
    if (!isGone(error)) throw error;
  }
}
