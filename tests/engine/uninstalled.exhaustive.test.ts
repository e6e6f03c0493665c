import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { root } from "../support/command";
import { useDeployment } from "../support/deployment";

// The package is no longer installed, and the state still has its resources. The text in the state that loads the package
// is frozen, so the message is that of Node: docs/errors.md explains the message.

const { platform, stack } = useDeployment({}, { ownProcess: true });

const PROGRAM = 'new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });';

const modules = () => join(stack.folder, "node_modules");

/** Installs all packages of the repository but these. */
function installWithout(...names: string[]): void {
  rmSync(modules(), { recursive: true, force: true });
  mkdirSync(modules());
  for (const name of readdirSync(join(root, "node_modules")))
    if (!names.includes(name))
      symlinkSync(join(root, "node_modules", name), join(modules(), name), "junction");
}

const resourcesInState = async () =>
  (await stack.resources()).map(({ urn, id, outputs }) => ({ urn, id, outputs }));

beforeAll(async () => {
  stack.program(PROGRAM);
  await stack.up();
  installWithout("pulumi-cloudplatform");
  stack.write("index.ts", "export {};");
});

test("without the package, an up that deletes the resource names it, sends no request, and leaves state and object as they are", async () => {
  const before = [await resourcesInState(), platform.routers.all()];
  const { code, output } = await (await stack.begin("up", "--yes", "--skip-preview")).ended;
  expect(code).not.toBe(0);
  expect(output).toContain("Cannot find module 'pulumi-cloudplatform/provider'");
  expect([await resourcesInState(), platform.routers.all()]).toEqual(before);
  expect(platform.requests).toEqual([]);
});

test("pulumi state delete removes the resource from the state without the package, and the object remains", async () => {
  installWithout("pulumi-cloudplatform");
  const [{ urn } = { urn: "" }] = await stack.resources();
  await stack.pulumi("state", "delete", urn, "--yes");
  expect(await stack.resources()).toEqual([]);
  expect(platform.routers.all()).toHaveLength(1);
  expect(platform.requests).toEqual([]);
});
