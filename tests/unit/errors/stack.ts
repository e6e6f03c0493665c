import { declareStack } from "../../../sdk/src/stack/declare";
import { STACK } from "../../../sdk/src/stack/errors";
import { resultOf, startEngine } from "../../program/mocks";
import { provocations, thrownBy } from "../../support/provocations";
import { runCommand } from "../../support/run-command";
import { configure } from "../functions/setup";

async function declared(config: Record<string, object>) {
  await startEngine();
  configure(Object.fromEntries(Object.entries(config).map(([name, value]) => [name, JSON.stringify(value)])));
  return thrownBy(() => resultOf(declareStack().outputs.address));
}

const validated = (text: string) =>
  runCommand(["validate"], { files: { "Pulumi.yaml": "name: demo\n", "Pulumi.dev.yaml": text } });

export const PROVOCATIONS = provocations(STACK, {
  invalid: () => declared({ ruters: {} }),
  noValue: () =>
    declared({
      routers: { edge: { projectId: 1, regionId: 2, name: "edge-router" } },
      outputs: { address: "https://${routers.edge.externalGatewayInfo.networkId}/" },
    }),
  notYaml: () => validated("config: ["),
  tooDeep: () => validated("config: &config { a: *config }"),
  tooLarge: () => validated(`config: [${"1,".repeat(100_000)}]`),
});
