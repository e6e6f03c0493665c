import "./check-node";

import { hideEmptyErrorLines } from "./pulumi/process/failures";
import { ResourceProtocol } from "./pulumi/process/protocol";
import { Session } from "./pulumi/process/session";
import { handlerLoaders } from "./resources/handlers";

/**
 * The entry point of the dynamic-provider process. Every state contains the name of this entry point
 * (`pulumi-cloudplatform/provider`) and of one of its exports, so neither may ever change. Each resource is one export,
 * named after the `type` of its handler. A handler with its schemas is loaded when its export is used.
 */
const session = new Session();

for (const [type, load] of handlerLoaders()) {
  let protocol: ResourceProtocol | undefined;
  Object.defineProperty(exports, type, {
    enumerable: true,
    get: () => {
      protocol ??= new ResourceProtocol(load(), session);
      return protocol;
    },
  });
}

if (require.main?.filename.includes("dynamic-provider")) {
  hideEmptyErrorLines();
  process.on("SIGINT", () => session.interrupt());
}
