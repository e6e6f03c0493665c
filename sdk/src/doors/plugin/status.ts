import type { ServiceError } from "@grpc/grpc-js";
import { PartialFailure } from "../../provider/failures";
import { Any, grpc, messages, Status } from "../../pulumi/internals/protocol";
import { storedStruct } from "./values";

/** A failed call for the engine. That of a partial failure has the state that the engine has to keep. */
export function statusOf(error: unknown, message: string): Partial<ServiceError> {
  const metadata = new grpc.Metadata();
  if (error instanceof PartialFailure) {
    const { type, state } = error;
    const detail = new messages.ErrorResourceInitFailed();
    detail.setId(state.id);
    detail.setProperties(storedStruct(type, state));
    detail.setReasonsList([error.message]);
    // The next run looks at what the failed one has left, also where it refreshes nothing. Tasks that still run are awaited by the
    // next update, and not by its preview.
    detail.setRefreshBeforeUpdate(!state.unfinished?.tasks);
    const details = new Any();
    details.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(message);
    status.addDetails(details);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: message, metadata };
}
