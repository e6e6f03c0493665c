import { run } from "./demo/run.mjs";

process.exitCode = await run();
