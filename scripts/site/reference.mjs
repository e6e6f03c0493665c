import fs from "node:fs";
import path from "node:path";
import { Application } from "typedoc";

/** The order of the sidebar. TypeDoc writes one folder for each kind. */
const KINDS = {
  classes: "Classes",
  functions: "Functions",
  interfaces: "Interfaces",
  "type-aliases": "Types",
};
/** The modules that the reference has, by the name of the source file. */
export const MODULES = {
  index: {
    name: "pulumi-cloudplatform",
    description: "the resources, the functions and the provider, with their arguments and results",
  },
  testing: { name: "pulumi-cloudplatform/testing", description: "mocks for tests of programs" },
};

/**
 * Writes the API reference, from the doc comments of the package. A broken `{@link}` or an invalid doc comment is an error.
 *
 * @param {string} root
 * @param {string} out
 */
export async function writeReference(root, out) {
  const sdk = path.join(root, "sdk");
  const application = await Application.bootstrapWithPlugins({
    name: "API reference",
    entryPoints: [path.join(sdk, "src/index.ts"), path.join(sdk, "src/testing.ts")],
    tsconfig: path.join(sdk, "tsconfig.json"),
    plugin: ["typedoc-plugin-markdown"],
    readme: "none",
    logLevel: "Warn",
    disableSources: true,
    disableGit: true,
    // The compiler has checked the code before.
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    // Users do not need the types that are not exported.
    validation: { notExported: false },
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    classPropertiesFormat: "table",
    interfacePropertiesFormat: "table",
    parametersFormat: "table",
    typeAliasPropertiesFormat: "table",
    typeDeclarationFormat: "table",
  });
  const project = await application.convert();
  if (project) application.validate(project);
  if (!project || application.logger.hasErrors() || application.logger.hasWarnings())
    throw new Error("TypeDoc has found problems in the doc comments: see above.");
  application.options.setValue("out", out);
  await application.generateOutputs(project);
  nameModules(out);
}

/**
 * TypeDoc names a module after its source file. Users know the name that they import.
 *
 * @param {string} folder
 */
function nameModules(folder) {
  const entries = Object.entries(MODULES);
  for (const [module, { name }] of entries) {
    const file = path.join(folder, module, "index.md");
    const [, ...rest] = fs.readFileSync(file, "utf8").split("\n");
    fs.writeFileSync(file, [`# ${name}`, ...rest].join("\n"));
  }
  const list = entries.map(
    ([module, { name, description }]) => `- [${name}](${module}/index.md): ${description}`,
  );
  fs.writeFileSync(path.join(folder, "index.md"), `# API reference\n\n${list.join("\n")}\n`);
}

/**
 * @param {string} folder What `writeReference` has written.
 * @param {string} base Its path in the site.
 */
export function referenceSidebar(folder, base) {
  return Object.entries(MODULES).flatMap(([module, { name }]) => [
    { text: name, link: `${base}/${module}/index` },
    ...Object.entries(KINDS).flatMap(([kind, text]) => {
      const files = namesIn(path.join(folder, module, kind));
      const items = files.map((file) => ({ text: file, link: `${base}/${module}/${kind}/${file}` }));
      return items.length > 0 ? [{ text, items }] : [];
    }),
  ]);
}

function namesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .map((file) => path.basename(file, ".md"))
    .sort();
}
