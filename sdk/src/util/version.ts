/** The version of this package. */
export const { version } = require("../../package.json") as { version: string };
