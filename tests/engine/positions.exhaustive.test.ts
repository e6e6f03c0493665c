import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import type { StateResource } from "../support/stack";

// Where the state says that a resource is declared. tests/program/positions.test.ts has all forms of programs.

interface Declared extends StateResource {
  sourcePosition?: string;
  stackTrace?: unknown[];
}

describe("a declarative stack", () => {
  const { stack } = useDeployment(
    { taskTime: 0 },
    // Without the preloaded file of the tests, which would be a part of the program.
    { files: ["Pulumi.yaml", "examples/declarative", "tsconfig.json"], env: { NODE_OPTIONS: "" } },
  );

  const position = async () => ((await stack.router()) as Declared).sourcePosition;

  test("has the lines of the stack file in the state", async () => {
    await stack.configure({
      config: { "routers.edge.projectId": "1", "routers.edge.regionId": "2", "routers.edge.name": "edge" },
    });
    await stack.up();
    const [file = ""] = readdirSync(stack.folder).filter((name) => /^Pulumi\.\w+\.yaml$/.test(name));
    const lines = readFileSync(join(stack.folder, file), "utf8").split("\n");
    expect(await position()).toBe(`project:///${file}#${lines.indexOf("    edge:") + 1},5`);
  });

  test("has the line of the program if the file has the whole section in one line", async () => {
    stack.unset("routers");
    const routers = { edge: { projectId: 1, regionId: 2, name: "edge" } };
    await stack.configure({ config: { "cloudplatform:routers": JSON.stringify(routers) } });
    await stack.up("--expect-no-changes");
    expect(await position()).toBe("project:///examples/declarative/index.ts#2,1");
  });
});
