// A fake of the Pulumi CLI. A file in its folder may set another version.
const fs = require("node:fs");
const path = require("node:path");

fs.appendFileSync(process.env.FAKE_LOG, "pulumi version\n");
const file = path.join(__dirname, "version");
const version = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : process.env.FAKE_PULUMI_VERSION;
console.log(`v${version}`);
