import { ProviderResource } from "@pulumi/pulumi";
import { getTask, Provider, Router } from "../../../sdk/src";
import { FUNCTIONS } from "../../../sdk/src/pulumi/program/errors";
import { hideMocks, startEngine } from "../../program/mocks";
import { messageOf, provocations } from "../../support/provocations";
import { failureOf } from "../../support/until";

class Foreign extends ProviderResource {}

const called = async (provider: ProviderResource) =>
  messageOf(await failureOf(getTask({ taskId: "t1" }, { provider })));

export const PROVOCATIONS = provocations(FUNCTIONS, {
  async unknownSettings() {
    await startEngine(undefined, { preview: true });
    hideMocks();
    const { routerId } = new Router("edge", { projectId: 1, regionId: 2 });
    return called(new Provider("later", { apiKey: routerId, baseUrl: "https://api.example.com" }));
  },
  async foreignProvider() {
    await startEngine();
    hideMocks();
    return called(new Foreign("other-cloud", "other"));
  },
});
