import { afterAll, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, startPlatform } from "../support/platform";

// The test starts another platform at the same address.
let { platform, stack } = useDeployment();

afterAll(() => platform.close());

test("after a rotation of the key, the error of a refresh says how to use the new key, and the next up uses it", async () => {
  const newKey = "24680$new-key-that-nobody-may-see";
  stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });');
  await stack.up();
  const [router] = platform.routers.all();
  const port = Number(new URL(platform.url).port);
  await platform.close();
  platform = await startPlatform({ apiKeys: [newKey], port });
  platform.routers.add({ ...router, projectId: 1, regionId: 2 });
  await stack.configure({ secrets: { "cloudplatform:apiKey": newKey } });
  // A refresh uses the key of the last up.
  const refresh = await failing(stack.refresh());
  expect(refresh.output).toMatch(/was answered 401/);
  expect(refresh.output).toContain(
    "with a new key add --run-program, and for `pulumi destroy` also --refresh=false",
  );
  await stack.refresh("--run-program");
  expect(await stack.resources()).toHaveLength(1);
  await stack.up();
  await stack.drift();
  expect(changes(platform)).toEqual([]);
});
