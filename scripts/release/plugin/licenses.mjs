import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../setup/paths.mjs";
import { nodePackage } from "./node.mjs";

/**
 * The license of the plugin, of Node and of the packages in the bundle, which have to be with each copy.
 *
 * @param {string[]} packages their folders in this repository
 */
export function licensesOf(packages) {
  return ["sdk", nodePackage(), ...packages]
    .map((folder) => path.resolve(root, folder))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
      const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
      return [`${name} ${version} (${license})`, ...texts, ""].join("\n\n");
    })
    .join(`${"-".repeat(80)}\n\n`);
}
