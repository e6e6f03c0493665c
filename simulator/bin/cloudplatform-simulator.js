#!/usr/bin/env node
// npm links a command only where its file is there at installation, which is before anything is compiled.
require("../dist/cli.js");
