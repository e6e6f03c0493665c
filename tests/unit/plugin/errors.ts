import { NO_ENGINE } from "../../../sdk/src/cli/reader";
import { Account } from "../../../sdk/src/plugin/account";
import { PLUGIN } from "../../../sdk/src/plugin/errors";
import { invoke } from "../../../sdk/src/plugin/functions";
import { checkSdk } from "../../../sdk/src/plugin/sdk";
import { messages } from "../../../sdk/src/pulumi/internals/protocol";
import { Session } from "../../../sdk/src/pulumi/process/session";
import { provocations, thrownBy } from "../../support/provocations";

export const PROVOCATIONS = provocations(PLUGIN, {
  noSdk: () =>
    thrownBy(() =>
      checkSdk(() => {
        throw new Error("Cannot find module");
      }),
    ),
  unknownToken: () => {
    const request = new messages.InvokeRequest().setTok("cloudplatform:index:forceRetryCertificate");
    return thrownBy(() => invoke(request, new Session({ engine: NO_ENGINE }), new Account()));
  },
});
