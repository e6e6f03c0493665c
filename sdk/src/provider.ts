import "./check-node";

import { dynamicProviders } from "./doors/dynamic/dynamic-provider";
import { hideEmptyErrorLines } from "./provider/failures";
import { Session } from "./provider/session";

/**
 * The entry point of the dynamic-provider process. Every state contains the name of this entry point
 * (`pulumi-cloudplatform/provider`) and of one of its exports, so neither may ever change. Each resource is one export,
 * named after the `type` of its handler.
 */
const session = new Session();

for (const [type, provider] of dynamicProviders(session)) exports[type] = provider;

if (require.main?.filename.includes("dynamic-provider")) {
  hideEmptyErrorLines();
  process.on("SIGINT", () => session.interrupt());
}
