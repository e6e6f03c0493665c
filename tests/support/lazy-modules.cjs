// Preloaded in the Node processes of a stack. At its start Pulumi's runtime imports TypeScript with ts-node, which only programs in
// TypeScript use. Here they are loaded when they are first used, which saves much of the processor time of a run.

const Module = require("node:module");

const load = Module._load;

Module._load = (request, ...rest) => {
  const loaded = () => load(request, ...rest);
  // Pulumi reads the version at every start.
  if (request === "typescript") return lazy(loaded, { version: require("typescript/package.json").version });
  if (/ts-node@[\d.]+$/.test(request)) return { register: (options) => registerLater(loaded, options) };
  return loaded();
};

/** @param {() => any} loaded */
function lazy(loaded, known) {
  return new Proxy(() => {}, {
    // The import helper of compiled code reads the mark of ES modules, which TypeScript does not have.
    get: (_, name) => (name === "__esModule" ? undefined : (known[name] ?? loaded()[name])),
    apply: (_, self, args) => Reflect.apply(loaded(), self, args),
    construct: (_, args) => Reflect.construct(loaded(), args),
  });
}

/** Registers ts-node when the first file in TypeScript is loaded. */
function registerLater(loaded, options) {
  const { extensions } = require;
  const previous = extensions[".ts"];
  extensions[".ts"] = (module, file) => {
    extensions[".ts"] = previous;
    loaded().register(options);
    extensions[".ts"](module, file);
  };
}
