import { expect, test } from "@jest/globals";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, startPlatform } from "../../../support/platform";
import { runCommand } from "../../../support/run-command";

const { closeLater } = useCleanup();

test("an object that cannot be declared is named, and the others are imported", async () => {
  const platform = closeLater(await startPlatform());
  for (const name of ["one", "two", "three"]) platform.routers.add({ name, projectId: 1, regionId: 2 });
  const id = platform.routers.all()[1]?.id as string;
  platform.routers.change(id, { name: "-" });
  const output = await runCommand(["import", "Router", "1/2", "--yes"], {
    config: { apiKey: { value: KEY, secret: true }, baseUrl: { value: platform.url } },
    imports: true,
    previewed: ["one", "three"].map((name) => ({
      op: "same",
      urn: `urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::${name}`,
    })),
  });
  expect(output.match(/new cloudplatform\.Router\("\w+"/g)).toEqual([
    'new cloudplatform.Router("one"',
    'new cloudplatform.Router("three"',
  ]);
  expect(output).toContain(`Router ${id} cannot be declared as it is: name must have `);
  expect(output).toContain("\nImported: 2 Router. A preview of them shows no change.\n");
  expect(output).toMatch(/^pulumi-cloudplatform: 1 object or list was not imported \[not-all-imported\]/m);
});
