import { NO_ENGINE } from "../../../../sdk/src/cli/reader";
import { Account } from "../../../../sdk/src/doors/plugin/account";
import { PLUGIN } from "../../../../sdk/src/doors/plugin/errors";
import { invoke } from "../../../../sdk/src/doors/plugin/functions";
import { checkSdk } from "../../../../sdk/src/doors/plugin/sdk";
import { struct } from "../../../../sdk/src/doors/plugin/values";
import { ResourcesWithoutState } from "../../../../sdk/src/doors/plugin/without-state";
import type { AnyResource } from "../../../../sdk/src/operation/resource";
import { ResourceProvider } from "../../../../sdk/src/provider/provider";
import { Session } from "../../../../sdk/src/provider/session";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { provocations, thrownBy } from "../../../support/provocations";

export const PROVOCATIONS = provocations(PLUGIN, {
  noSdk: () =>
    thrownBy(() =>
      checkSdk(() => {
        throw new Error("Cannot find module");
      }),
    ),
  replaces: () => {
    const provider = new ResourceProvider(handler as AnyResource, new Session({ engine: NO_ENGINE }));
    const resources = new ResourcesWithoutState(() => provider);
    const member = (clientId: number) => struct({ groupId: 1, clientId });
    const urn = "urn:pulumi:dev::default::cloudplatform:index:EdgeGroupMembership::EdgeGroupMembership";
    const request = new messages.DiffRequest().setUrn(urn).setId("1/2").setOlds(member(2));
    return thrownBy(() => resources.diff(request.setOldInputs(member(2)).setNews(member(3))));
  },
  /** An engine that does not say whether it previews. */
  unknownPreview: () => {
    const request = new messages.InvokeRequest().setTok("cloudplatform:index:forceRetryCertificate");
    request.setArgs(struct({ certId: 321 }));
    return thrownBy(() => invoke(request, new Session({ engine: NO_ENGINE }), new Account(), undefined));
  },
});
