import "./check-node";

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyHandler } from "./contract/resource";
import { hideEmptyErrorLines } from "./provider/failures";
import { ResourceProtocol } from "./provider/protocol";
import { Session } from "./provider/session";
import { version } from "./util/version";

/**
 * The entry point of the dynamic-provider process. Every state contains the name of this entry point
 * (`pulumi-cloudplatform/provider`) and of one of its exports, so neither may ever change. Each folder of resources/ is
 * one export, named after the `type` of its handler.
 */
const session = new Session({ version });
const resources = join(__dirname, "resources");

for (const entry of readdirSync(resources, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const { handler } = require(join(resources, entry.name, "handler")) as { handler: AnyHandler };
  exports[handler.type] = new ResourceProtocol(handler, session);
}

if (require.main?.filename.includes("dynamic-provider")) {
  hideEmptyErrorLines();
  process.once("SIGINT", () => session.end());
}
