import path from "node:path";
import { record } from "./recording/record.mjs";
import { root } from "./setup/paths.mjs";

// npm run recording -- [FOLDER]: records a real terminal, and writes it as animated SVGs (default: docs/recording).

await record(path.resolve(process.argv[2] ?? path.join(root, "docs", "recording")));
