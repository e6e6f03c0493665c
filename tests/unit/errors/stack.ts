import { STACK } from "../../../sdk/src/errors/stack";
import { declareStack } from "../../../sdk/src/stack/declare";
import { startEngine } from "../../program/mocks";
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

/** The value of an Output. If it fails, several promises of the Output are rejected, and all of them must be handled. */
async function resultOf(output: unknown): Promise<unknown> {
  const inner = output as Inner;
  await Promise.allSettled([inner.isKnown, inner.isSecret]);
  return inner.promise();
}

interface Inner {
  isKnown: Promise<boolean>;
  isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

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
