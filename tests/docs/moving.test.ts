import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parseTargets } from "../../sdk/src/cli/import/target";
import { loadHandlers } from "../../sdk/src/resources/handlers";
import { root, run } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

const folder = useTemporaryFolder();

const [ONE, TWO] = ["174cf809-debb-4293-addf-94c6686278c5", "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"];

/** What `terraform show -json` prints. */
const STATE = {
  format_version: "1.0",
  terraform_version: "1.9.8",
  values: {
    root_module: {
      resources: [
        resource("x_router.edge", { id: ONE, project_id: 1, region_id: 2, name: "edge" }),
        resource("x_network.lan", { id: "net-1", project_id: 1 }),
        { ...resource("data.x_router.known", { id: TWO, project_id: 1, region_id: 2 }), mode: "data" },
      ],
      child_modules: [
        {
          address: 'module.network["eu.west"]',
          resources: [
            resource('module.network["eu.west"].x_cloud_network_router.edge[1]', {
              id: TWO,
              project_id: "1",
              region_id: "3",
            }),
          ],
        },
      ],
    },
  },
};

function resource(address: string, values: object) {
  const [, type] = /(\w+)\.\w+(?:\[\d+\])?$/.exec(address) ?? [];
  return { address, mode: "managed", type, provider_name: "registry.terraform.io/x/x", values };
}

test("the command of the page prints the routers of a Terraform state as targets of import", async () => {
  const page = readFileSync(join(root, "docs", "moving.md"), "utf8");
  const [, script = ""] = /^terraform show -json \| (node -e '.*?^') > targets$/ms.exec(page) ?? [];
  writeFileSync(join(folder.path, "state.json"), JSON.stringify(STATE));
  const { stdout } = await run("bash", ["-c", `${script} < state.json`], {
    cwd: folder.path,
    env: process.env,
  });
  const targets = stdout.trim().split("\n");
  expect(targets).toEqual([
    `x_router-edge=Router:1/2/${ONE}`,
    `module-network-eu-west-x_cloud_network_router-edge-1-=Router:1/3/${TWO}`,
  ]);
  expect(parseTargets(targets, loadHandlers())).toMatchObject([{ id: ONE }, { id: TWO }]);
});
