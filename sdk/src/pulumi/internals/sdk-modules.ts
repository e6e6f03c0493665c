import { createRequire } from "node:module";

/**
 * Loads a module of Pulumi's SDK or one of its dependencies, which are not those of this package. The executable of the plugin has a
 * list of modules in the place of this file.
 */
export const requireOfSdk = createRequire(require.resolve("@pulumi/pulumi"));
