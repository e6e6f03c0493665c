import "./check-node";

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyHandler } from "./contract/resource";
import { hideEmptyErrorLines } from "./provider/failures";
import { ResourceProtocol } from "./provider/protocol";
import { Session } from "./provider/session";
import { version } from "./util/version";

/**
 * What the dynamic-provider process runs. Every state names this entry (`pulumi-cloudplatform/provider`) and a
 * property of it, so neither may ever change. The properties are the resources: each folder of resources/ is one,
 * and its handler's `type` is the name.
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
