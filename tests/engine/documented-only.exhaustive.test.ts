import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts, yaml } from "../support/stack";

// A platform that has only the documented operations, with default settings and the real CLI, from both doors of the package. Nothing
// there reads a router, a threshold or a membership. tests/unit/resources.documented-only.test.ts has all resources and all forms of
// replies.

const ROUTER = "174cf809-debb-4293-addf-94c6686278c5";

interface Values {
  name: string;
  threshold: number;
}

const resourcesOf = ({ name, threshold }: Values): Inputs => ({
  Router: { projectId: 1, regionId: 2, routerId: ROUTER, name },
  QuotaNotificationThreshold: { clientId: 4, threshold },
  EdgeGroupMembership: { groupId: 1, clientId: 4 },
});

type Inputs = Record<string, object>;

function typeScript(resources: Inputs): string {
  return Object.entries(resources)
    .map(([type, inputs]) => `new cloudplatform.${type}("it", ${JSON.stringify(inputs)});`)
    .join("\n");
}

function pulumiYaml(inputs: Inputs): string {
  const resources = Object.entries(inputs).map(([type, properties]) => [
    type,
    { type: `cloudplatform:${type}`, properties },
  ]);
  return yaml({ resources: Object.fromEntries(resources) });
}

describe.each([
  { language: "TypeScript", program: typeScript, options: {} },
  { language: "YAML", program: pulumiYaml, options: { yaml: true as const } },
])("$language", ({ program, options }) => {
  const { platform, stack } = useDeployment(
    { taskTime: 0, mode: "documented-only", unknownPaths: "detail", unknownTasks: "detail" },
    options,
  );

  test("up creates what needs no other operation, and adopts a router by its id", async () => {
    platform.routers.add({ id: ROUTER, projectId: 1, regionId: 2 });
    stack.program(program(resourcesOf({ name: "edge", threshold: 70 })));
    expect(counts(await stack.up())).toEqual({ created: 4 });
    expect(
      changes(platform)
        .map(([call]) => call)
        .sort(),
    ).toEqual([
      "PATCH /cloud/v2/routers/1/2/{id}",
      "POST /fastedge/v1/admin/groups/1/client/4",
      "PUT /cloud/v2/client_quotas/4/notification_threshold",
    ]);
    expect(platform.routers.get(ROUTER)?.name).toBe("edge");
  });

  test("the same program again, also with a refresh, sends no change", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 4 });
    await stack.drift();
    expect(changes(platform)).toEqual([]);
  });

  test("a change is sent", async () => {
    stack.program(program(resourcesOf({ name: "office", threshold: 60 })));
    expect(counts(await stack.up())).toEqual({ updated: 2, unchanged: 2 });
    expect(platform.routers.get(ROUTER)?.name).toBe("office");
  });

  test("destroy removes what it can, and leaves the adopted router", async () => {
    expect(counts(await stack.destroy())).toEqual({ deleted: 4 });
    expect(platform.routers.get(ROUTER)?.name).toBe("office");
    expect(await stack.resources()).toEqual([]);
  });
});
