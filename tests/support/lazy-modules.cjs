// Preloaded into the Node processes of a stack. Pulumi's runtime imports two large modules at its start, which only the
// serialization of functions and TypeScript programs use. Here they are loaded at their first use, which saves a fifth
// of the processor time of a run.

const Module = require("node:module");

const LARGE = new Set(["@npmcli/arborist", "typescript"]);
const load = Module._load;

Module._load = (request, ...rest) => {
  const loaded = () => load(request, ...rest);
  return LARGE.has(request) ? lazy(loaded) : loaded();
};

/** @param {() => any} loaded */
function lazy(loaded) {
  return new Proxy(() => {}, {
    // Asked by the import helper of compiled code, before the first use. Neither module has the mark.
    get: (_, name) => (name === "__esModule" ? undefined : loaded()[name]),
    apply: (_, self, args) => Reflect.apply(loaded(), self, args),
    construct: (_, args) => Reflect.construct(loaded(), args),
  });
}
