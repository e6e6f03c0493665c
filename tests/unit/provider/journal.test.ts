import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { FileRecordStore, type StoredRecord } from "../../../sdk/src/pulumi/files/record-store";
import { handler } from "../../../sdk/src/resources/router/handler";
import { handlerSetUp } from "../../support/handler-setup";
import { KEY, LAB, NETWORK, OFFICE } from "../../support/platform";
import { useProgressFolder } from "../../support/progress-folder";
import { failureOf } from "../../support/until";

const { folder, files } = useProgressFolder();
const { open } = handlerSetUp(handler, { taskTime: "manual" });

test("the records of the creation and the change of a router never contain an input in clear text", async () => {
  const secret = {
    projectId: 987_123_456,
    regionId: 876_234_567,
    name: "hidden-name-of-a-router",
    externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
    interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.77" }, { subnetId: LAB }],
    routes: [{ destination: "192.168.77.0/24", nexthop: "10.0.1.78" }],
    ifExists: "create",
  };
  const { platform, on } = await open();
  const texts = new Set<string>();
  class WatchedStore extends FileRecordStore {
    override save(key: string, saved: StoredRecord): boolean {
      const isWritten = super.save(key, saved);
      for (const file of files()) texts.add(file).add(readFileSync(join(folder(), file), "utf8"));
      return isWritten;
    }
  }
  for (const _ of ["creation", "change"]) {
    const store = new WatchedStore({ folder: folder(), scope: "scope" });
    await failureOf(on("edge", store).up(secret, { create: "20s" }));
    platform.tasks.finish();
  }
  const written = [...texts].join("\n");
  expect(written).toContain(platform.routers.all()[0]?.id);
  const { name, projectId, regionId } = secret;
  const values = [name, `${projectId}`, `${regionId}`, NETWORK, OFFICE, LAB, "10.0.1.7", "192.168.77", KEY];
  for (const value of values) expect(written).not.toContain(value);
});
