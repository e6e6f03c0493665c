import { NO_ENGINE } from "../../../sdk/src/cli/reader";
import { Account } from "../../../sdk/src/plugin/account";
import { PLUGIN } from "../../../sdk/src/plugin/errors";
import { invoke } from "../../../sdk/src/plugin/functions";
import { checkSdk } from "../../../sdk/src/plugin/sdk";
import { struct } from "../../../sdk/src/plugin/values";
import { messages } from "../../../sdk/src/pulumi/internals/protocol";
import { Session } from "../../../sdk/src/pulumi/process/session";
import type { JsonObject } from "../../../sdk/src/util/json";
import { provocations, thrownBy } from "../../support/provocations";

/** Calls a function for an engine that does not say whether it previews. */
function called(token: string, args: JsonObject = {}): Promise<string> {
  const request = new messages.InvokeRequest().setTok(token).setArgs(struct(args));
  return thrownBy(() => invoke(request, new Session({ engine: NO_ENGINE }), new Account(), undefined));
}

export const PROVOCATIONS = provocations(PLUGIN, {
  noSdk: () =>
    thrownBy(() =>
      checkSdk(() => {
        throw new Error("Cannot find module");
      }),
    ),
  unknownToken: () => called("cloudplatform:index:startCertificate"),
  unknownPreview: () => called("cloudplatform:index:forceRetryCertificate", { certId: 321 }),
});
