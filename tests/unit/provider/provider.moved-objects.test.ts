import { expect, test } from "@jest/globals";
import { handler } from "../../../sdk/src/resources/router/handler";
import { useCleanup } from "../../support/handler-setup";
import { InProcessResource, startProcess } from "../../support/in-process-resource";
import { changes, KEY, startPlatform } from "../../support/platform";
import { failureOf } from "../../support/until";

// A resource is renamed in the program. The run creates the new resource, which adopts the object of the old one, and
// then deletes the old one. The id of the old one in the state may differ from the platform's.

const { closeLater } = useCleanup();

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router", ifExists: "adopt" };

test("an object that has moved to another resource is not deleted with the old one, which had no id yet at the end of its run", async () => {
  const platform = closeLater(await startPlatform({ taskTime: "manual", visibleWhileCreating: false }));
  const place = { baseUrl: platform.url, apiKey: KEY };
  const old = new InProcessResource(handler, place, "old");
  await failureOf(old.up(ROUTER, { create: "30s" }));
  expect(old.state?.id).toMatch(/^pending:/);
  platform.tasks.finish();
  const process = startProcess();
  const inNextRun = (name: string) => new InProcessResource(handler, { ...place, process }, name);
  const [renamed, left] = [inNextRun("renamed"), inNextRun("old")];
  left.state = old.state;
  await renamed.up(ROUTER);
  await left.destroy();
  expect(changes(platform).filter(([call]) => call.startsWith("DELETE"))).toEqual([]);
  expect(platform.routers.all()).toMatchObject([{ id: renamed.state?.id }]);
});
