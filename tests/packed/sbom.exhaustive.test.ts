import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { root } from "../support/command";
import { callScript } from "../support/script-module";

// The SBOM that `npm run release:pack` writes beside each package.

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), "utf8"));
const { packages } = readJson("package-lock.json");

const cycloneDx = dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json"));
const schema = (name: string) =>
  JSON.parse(readFileSync(join(cycloneDx, "res", "schema", `${name}.SNAPSHOT.schema.json`), "utf8"));

describe.each(["sdk", "simulator"])("the SBOM of %s", (workspace) => {
  const { name, version, license, dependencies } = readJson(workspace, "package.json");
  const sbomOf = () => callScript("release/sbom.mjs", "sbomOf", workspace);
  let text: string;
  let sbom: ReturnType<typeof readJson>;

  beforeAll(async () => {
    text = await sbomOf();
    sbom = JSON.parse(text);
  });

  test("the bill of materials is valid CycloneDX", () => {
    const formats = { "idn-email": true, "iri-reference": true, uri: true } as const;
    const ajv = new Ajv({ strict: false, formats });
    ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const other of ["spdx", "jsf-0.82"])
      ajv.addSchema(schema(other), `http://cyclonedx.org/schema/${other}.SNAPSHOT.schema.json`);
    const validate = ajv.compile(schema(`bom-${sbom.specVersion}`));
    expect([validate(sbom), validate.errors]).toEqual([true, null]);
  });

  test("describes the package, and its runtime dependencies as the lock file has them", () => {
    const purl = `pkg:npm/${name}@${version}`;
    const licenses = [{ license: { id: license } }];
    expect(sbom.metadata.component).toMatchObject({ name, version, purl, licenses });
    const names = sbom.components.map((component: { name: string }) => component.name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    if (workspace === "sdk") expect(names).toEqual(Object.keys(dependencies));
    for (const component of sbom.components) {
      const locked = Object.entries<{ version: string; integrity: string }>(packages).find(
        ([path, one]) => path.endsWith(`node_modules/${component.name}`) && one.version === component.version,
      );
      const hash = Buffer.from(locked?.[1].integrity.replace("sha512-", "") ?? "", "base64").toString("hex");
      expect([component.name, component.hashes]).toEqual([
        component.name,
        [{ alg: "SHA-512", content: hash }],
      ]);
      expect(component.licenses).toHaveLength(1);
    }
  });

  test("the bill of materials is the same each time, and names no folder and no registry", async () => {
    expect(await sbomOf()).toBe(text);
    expect(text).not.toMatch(/cloudplatform-sbom-|registry|\.tgz/);
    // The action that attests SBOMs accepts none without a number.
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
});
