import "./check-node";

import { loadHandlers } from "./handlers";
import { hideEmptyErrorLines } from "./provider/failures";
import { ResourceProtocol } from "./provider/protocol";
import { Session } from "./provider/session";
import { version } from "./util/version";

/**
 * The entry point of the dynamic-provider process. Every state contains the name of this entry point
 * (`pulumi-cloudplatform/provider`) and of one of its exports, so neither may ever change. Each resource is one export,
 * named after the `type` of its handler.
 */
const session = new Session({ version });

for (const handler of loadHandlers()) exports[handler.type] = new ResourceProtocol(handler, session);

if (require.main?.filename.includes("dynamic-provider")) {
  hideEmptyErrorLines();
  process.once("SIGINT", () => session.end());
}
