import { randomBytes } from "node:crypto";
import { digest } from "../../util/digest";
import { DEFAULT_ORGANIZATION } from "../names";

/** Without an engine, the process is a run of its own. */
const LONE_RUN = randomBytes(4).toString("hex");

/** Identifies a run of Pulumi: its processes have the same engine. */
export function runOf(engineAddress: string | undefined): string {
  return engineAddress ? digest(engineAddress, 8) : LONE_RUN;
}

/** The run of a program, and its stack. */
export function runOfProgram(): { run: string; project?: string; stack?: string; organization?: string } {
  // Without an engine, the SDK has invented names.
  const { engineAddr, project, stack, organization } = getStore().settings.options;
  const run = runOf(engineAddr);
  if (!engineAddr) return { run };
  const hasOrganization = organization && organization !== DEFAULT_ORGANIZATION;
  return {
    run,
    ...(project && { project }),
    ...(stack && { stack }),
    ...(hasOrganization && { organization }),
  };
}

interface Store {
  settings: {
    options: { engineAddr?: string; project?: string; stack?: string; organization?: string };
  };
}

// Not in the types of the SDK.
const { getStore }: { getStore(): Store } = require("@pulumi/pulumi/runtime/state");
