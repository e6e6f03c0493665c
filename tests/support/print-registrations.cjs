// Preloaded in a program: registers its resources with Pulumi's mocks, as Pulumi's runtime does with source maps, and
// prints the requests at the end.

require("source-map-support/register");
const pulumi = require("@pulumi/pulumi");

pulumi.runtime.setMocks({
  newResource: ({ inputs, name }) => ({ id: `id-${name}`, state: inputs }),
  call: () => ({}),
});

const registrations = [];
const monitor = pulumi.runtime.getMonitor();

for (const method of ["registerResource", "readResource"]) {
  const original = monitor[method];
  monitor[method] = function (request, callback) {
    registrations.push({
      name: request.getName(),
      position: request.getSourceposition()?.toObject(),
      frames:
        request
          .getStacktrace()
          ?.getFramesList()
          .map((frame) => frame.getPc()?.toObject()) ?? [],
    });
    return original.call(this, request, callback);
  };
}

process.once("beforeExit", () => console.log(JSON.stringify(registrations)));
