/** The plugin of the package, in the folder of a stack. */
export const SCRIPT = "node_modules/pulumi-cloudplatform/plugin";

/**
 * A program of routers in Pulumi YAML. JSON is YAML.
 *
 * @param {number} count
 * @param {string} [plugin] the folder of the plugin
 */
export function yamlProgram(count, plugin = SCRIPT) {
  const resources = Array.from({ length: count }, (_, index) => [
    `router-${index}`,
    { type: "cloudplatform:Router", properties: { projectId: 1, regionId: 2, name: `router-${index}` } },
  ]);
  return JSON.stringify({
    name: "bench",
    runtime: "yaml",
    plugins: { providers: [{ name: "cloudplatform", path: plugin }] },
    resources: Object.fromEntries(resources),
  });
}
