import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { root } from "../support/command";
import { callScript } from "../support/script-module";

// The SBOM that `npm run release:pack` writes beside each package.

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: Array<{ alg: string; content: string }>;
  licenses: object[];
}

interface Sbom {
  serialNumber: string;
  specVersion: string;
  metadata: { component: Component; timestamp?: string };
  components: Component[];
  dependencies: Array<{ ref: string; dependsOn: string[] }>;
}

const { packages } = readJson("package-lock.json") as {
  packages: Record<string, { version: string; integrity: string }>;
};

describe.each(["sdk", "simulator"])("the SBOM of %s", (workspace) => {
  const manifest = readJson(workspace, "package.json");
  let text: string;
  let sbom: Sbom;

  beforeAll(async () => {
    text = await sbomOf(workspace);
    sbom = JSON.parse(text);
  });

  test("is valid CycloneDX", () => {
    const formats = { "idn-email": true, "iri-reference": true, uri: true } as const;
    const ajv = new Ajv({ strict: false, formats });
    ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const validate = ajv.compile(schema(`bom-${sbom.specVersion}`));
    expect([validate(sbom), validate.errors]).toEqual([true, null]);
    expect(validate({ ...sbom, components: [{ name: "without a type" }] })).toBe(false);
  });

  test("describes the package", () => {
    const { name, version } = manifest;
    expect(sbom.metadata.component).toMatchObject({
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
      licenses: [{ license: { id: manifest.license } }],
    });
    const own = sbom.dependencies.find(({ ref }) => ref === `${name}@${version}`);
    expect(own?.dependsOn.map((each) => each.replace(/@[^@]+$/, ""))).toEqual(
      Object.keys(manifest.dependencies),
    );
  });

  test("has the version and the hash of each dependency from the lock file, and its license", () => {
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    for (const { name, version, hashes, licenses } of sbom.components) {
      const locked = Object.entries(packages).find(
        ([folder, entry]) => folder.endsWith(`node_modules/${name}`) && entry.version === version,
      );
      const hash = Buffer.from(locked?.[1].integrity.replace("sha512-", "") ?? "", "base64").toString("hex");
      expect([name, hashes]).toEqual([name, [{ alg: "SHA-512", content: hash }]]);
      expect(licenses).toHaveLength(1);
    }
  });

  test("has no other package: none for development, and none that the user's project installs", () => {
    const names = sbom.components.map(({ name }) => name);
    for (const other of ["@pulumi/pulumi", "typescript", "jest"]) expect(names).not.toContain(other);
    if (workspace === "sdk") expect(names).toEqual(Object.keys(manifest.dependencies));
  });

  test("is the same each time, and names no folder and no registry", async () => {
    expect(await sbomOf(workspace)).toBe(text);
    expect(text).not.toMatch(/cloudplatform-sbom-|registry|\.tgz/);
    // The action that attests SBOMs accepts none without a number.
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

const sbomOf = (workspace: string) => callScript("release/sbom.mjs", "sbomOf", workspace);

function schema(name: string) {
  const folder = dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json"));
  return JSON.parse(readFileSync(join(folder, "res", "schema", `${name}.SNAPSHOT.schema.json`), "utf8"));
}

function readJson(...path: string[]) {
  return JSON.parse(readFileSync(join(root, ...path), "utf8"));
}
