import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { FIVE_RUNS, InterruptedStack } from "../support/interruption";
import { changes } from "../support/platform";

// A runner is killed, and its progress entries are lost. The next runner adopts the existing routers with an
// environment variable, without a change of the program.

const PROJECTS = [1, 2, 3, 4];

describe.each([
  { deployment: "that lists a router while it is created", visibleWhileCreating: true },
  { deployment: "that lists a router after it is created", visibleWhileCreating: false },
])("a deployment $deployment", ({ visibleWhileCreating }) => {
  let setup: InterruptedStack;

  beforeAll(async () => {
    setup = await InterruptedStack.start({ platform: { visibleWhileCreating } });
  });

  afterAll(() => setup?.end());

  const projects = () =>
    setup.platform.routers
      .all()
      .map(({ project_id }) => project_id)
      .sort();

  test(
    "a runner is killed while it creates four routers, and its disk is lost",
    async () => {
      const lines = PROJECTS.map((projectId) => {
        const args = JSON.stringify({ projectId, regionId: 2, name: "edge-router" });
        return `new cloudplatform.Router("r${projectId}", ${args});`;
      });
      setup.stack.program(lines.join("\n"));
      await setup.kill("both", [
        "before POST /cloud/v1/routers/1/2",
        "after POST /cloud/v1/routers/2/2",
        "waiting for POST /cloud/v1/routers/3/2",
        "answered GET /cloud/v1/routers/4/2/{id}",
      ]);
      rmSync(join(setup.stack.env.PULUMI_HOME as string, "cloudplatform"), { recursive: true });
    },
    FIVE_RUNS,
  );

  test(
    "with CLOUDPLATFORM_IF_EXISTS=adopt the next runner adopts the existing routers, and creates the others",
    async () => {
      setup.stack.env.CLOUDPLATFORM_IF_EXISTS = "adopt";
      await setup.recover("both");
      expect(projects()).toEqual(PROJECTS);
      const existing = (await setup.stack.resources()).map(({ id }) => id);
      expect(existing.sort()).toEqual(
        setup.platform.routers
          .all()
          .map(({ id }) => id)
          .sort(),
      );
      await setup.stack.up("--expect-no-changes");
    },
    FIVE_RUNS,
  );

  test(
    "a refresh ends Pulumi's warning of pending operations, and without the variable the preview shows no change",
    async () => {
      const { stack } = setup;
      delete stack.env.CLOUDPLATFORM_IF_EXISTS;
      expect((await stack.up()).output).toContain("pending operations from previous deployment");
      await stack.refresh("--clear-pending-creates");
      const up = await stack.up("--expect-no-changes");
      expect(up.output).not.toContain("pending operations");
      expect(projects()).toEqual(PROJECTS);
    },
    FIVE_RUNS,
  );
});

test(
  "without the variable the next runner stops at a router of the same name, and creates none",
  async () => {
    const setup = await InterruptedStack.start();
    try {
      setup.stack.program(
        `new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });`,
      );
      await setup.kill("both", ["after POST /cloud/v1/routers/1/2"]);
      rmSync(join(setup.stack.env.PULUMI_HOME as string, "cloudplatform"), { recursive: true });
      await setup.stack.pulumi("cancel", "--yes");
      setup.platform.clearRequests();
      const up = await failing(setup.stack.up());
      expect(up.output).toContain('there is a router named "edge-router" in project 1, region 2 already');
      expect(changes(setup.platform)).toEqual([]);
    } finally {
      await setup.end();
    }
  },
  FIVE_RUNS,
);
