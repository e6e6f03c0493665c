// In place of the TypeScript compiler, with which Pulumi serializes functions: it takes most of the time in which a test file loads
// Pulumi, and tests serialize no functions.

module.exports = new Proxy(
  {},
  {
    get(_, name) {
      if (typeof name === "symbol" || name === "then" || name === "__esModule") return undefined;
      throw new Error(`jest.config.js replaces what serializes functions, so there is no ${name}.`);
    },
  },
);
