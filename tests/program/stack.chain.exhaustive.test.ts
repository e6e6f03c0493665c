import { expect, test } from "@jest/globals";
import type * as pulumi from "@pulumi/pulumi";
import { declareStack } from "../../sdk/src/stack/declare";
import { configure, resolved, startEngine } from "./mocks";

test("a chain of entries of a declarative stack may be longer than the call stack", async () => {
  const engine = await startEngine();
  const retries = Array.from({ length: 1000 }, (_, index) => [
    `r${index}`,
    { certId: index + 1, triggers: index < 999 ? [`$\{certificateForceRetries.r${index + 1}.certId}`] : [] },
  ]);
  configure({ certificateForceRetries: Object.fromEntries(retries) });
  await resolved(declareStack().ids.certificateForceRetries?.r0 as pulumi.Output<string>);
  expect(engine.of("r0").inputs).toMatchObject({ triggers: [2] });
});
