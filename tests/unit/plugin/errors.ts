import { NO_ENGINE } from "../../../sdk/src/cli/reader";
import { dynamicProviders } from "../../../sdk/src/dynamic-providers";
import { Account } from "../../../sdk/src/plugin/account";
import { PLUGIN } from "../../../sdk/src/plugin/errors";
import { invoke } from "../../../sdk/src/plugin/functions";
import { checkSdk } from "../../../sdk/src/plugin/sdk";
import { struct } from "../../../sdk/src/plugin/values";
import { ResourcesWithoutState } from "../../../sdk/src/plugin/without-state";
import { messages } from "../../../sdk/src/pulumi/internals/protocol";
import { Session } from "../../../sdk/src/pulumi/process/session";
import { handlerLoaders } from "../../../sdk/src/resources/handlers";
import { provocations, thrownBy } from "../../support/provocations";

export const PROVOCATIONS = provocations(PLUGIN, {
  noSdk: () =>
    thrownBy(() =>
      checkSdk(() => {
        throw new Error("Cannot find module");
      }),
    ),
  replaces: () => {
    const providers = dynamicProviders(new Session({ engine: NO_ENGINE }));
    const find = <T>(all: Map<string, () => T>, type: string) => (all.get(type) as () => T)();
    const resources = new ResourcesWithoutState(
      (type) => ({ handler: find(handlerLoaders(), type), provider: find(providers, type) }),
      () => undefined,
    );
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
