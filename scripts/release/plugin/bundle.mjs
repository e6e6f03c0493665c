import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../../setup/paths.mjs";

const here = path.join(root, "scripts", "release", "plugin");

/** All that the plugin uses of Pulumi's SDK. */
const PROTOCOL = /node_modules\/@pulumi\/pulumi\/proto\//;

/**
 * Bundles the compiled plugin and its dependencies into one file in a folder.
 *
 * @param {string} folder
 * @returns {Promise<{ file: string, packages: string[] }>} `packages`: the folders of the dependencies
 */
export async function bundlePlugin(folder) {
  // The site's packages have an older version at the root. Only the release has this one.
  const { build } = createRequire(path.join(root, "tests", "tools", "package.json"))("esbuild");
  const file = path.join(folder, "plugin.cjs");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [path.join(here, "main.cjs")],
    bundle: true,
    platform: "node",
    outfile: file,
    metafile: true,
    plugins: [modulesOfSdk],
  });
  const inputs = Object.keys(metafile.inputs);
  const sdk = inputs.filter((name) => name.includes("@pulumi/") && !PROTOCOL.test(name));
  if (sdk.length > 0) throw new Error(`The plugin uses more of Pulumi's SDK than the protocol: ${sdk}`);
  const packages = inputs.flatMap((name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []);
  return { file, packages: [...new Set(packages)].sort() };
}

/** A bundler cannot follow the `require` of another package. */
const modulesOfSdk = {
  name: "modules-of-sdk",
  setup({ onResolve }) {
    onResolve({ filter: /\/sdk-modules$/ }, () => ({ path: path.join(here, "sdk-modules.cjs") }));
  },
};
