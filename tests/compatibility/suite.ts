import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing, projectEnv, root, run } from "../support/command";
import { changes, startPlatform } from "../support/platform";
import { counts } from "../support/stack";
import { type Area, COMBINATIONS, type Combination, type Manager } from "./combinations";
import { hasNode, Project } from "./project";
import { NODE, toolVersion } from "./versions";

const LIMIT = 300_000;

/** The combinations of one area, each as a test with the real CLI. */
export function testCombinations(area: Area): void {
  let platform: Simulator;
  const projects = new Map<Manager, Promise<Project>>();

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform?.close();
    for (const project of projects.values()) (await project).stack.remove();
  });

  async function prepare(combination: Combination): Promise<Project> {
    const { manager } = combination;
    const created = projects.get(manager) ?? Project.create(platform, manager);
    projects.set(manager, created);
    const project = await created;
    await project.prepare(combination);
    platform.clearRequests();
    return project;
  }

  for (const combination of COMBINATIONS.filter((each) => each.area === area)) {
    const testOrSkip = hasNode(combination) ? test : test.skip;
    const { what, error } = combination;
    const result = error === undefined ? "up and destroy succeed" : "up fails with the documented error";
    testOrSkip(
      `${what}: ${result}`,
      () => (error === undefined ? expectWorks(combination) : expectFails(combination, error)),
      LIMIT,
    );
  }

  async function expectWorks(combination: Combination): Promise<void> {
    const project = await prepare(combination);
    expect(counts(await project.run(combination, "up"))).toEqual({ created: 3 });
    const [edge, branch] = platform.routers.all();
    expect([edge?.name, branch?.name]).toEqual(["edge-router", `branch-of-${edge?.id}`]);
    const runtime = await runtimeOf(combination);
    expect(await project.stack.outputs()).toEqual({ routerId: edge?.id, found: "edge-router", runtime });

    if (area === "versions") {
      platform.clearRequests();
      expect(counts(await project.run(combination, "up", "--expect-no-changes"))).toEqual({ unchanged: 3 });
      expect(changes(platform)).toEqual([]);
    }

    await project.run(combination, "destroy");
    expect(platform.routers.all()).toEqual([]);
  }

  async function expectFails(combination: Combination, error: string): Promise<void> {
    const project = await prepare(combination);
    const { output } = await failing(project.run(combination, "up"));
    expect(output).toContain(error);
    expect(changes(platform)).toEqual([]);
    await project.stack.destroy();
  }
}

async function runtimeOf({ automation, node, runtime }: Combination): Promise<string> {
  if (automation === "Bun" || runtime === "bun") return `bun ${toolVersion("bun")}`;
  if (node !== "project") return `v${NODE[node]}`;
  return (await run("node", ["--version"], { cwd: root, env: await projectEnv() })).stdout.trim();
}
