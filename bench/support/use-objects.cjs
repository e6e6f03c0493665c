// Another process of a run: uses objects until its parent sends a message.

const { Ownership } = require("../../sdk/dist/pulumi/process/ownership.js");

const [run, folder, objects] = process.argv.slice(2);
const ownership = new Ownership(run, folder);
for (let index = 0; index < Number(objects); index++) ownership.use(`object-${index}`);
process.once("message", () => {
  ownership.close();
  process.disconnect();
});
process.send("ready");
