import { readFileSync } from "node:fs";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

// Checks packed packages, as `npm publish` uploads them: node scripts/release/check.mjs FILE...
// publint checks package.json against the files, and "Are the types wrong?" resolves each entry point in each way in
// which TypeScript does.

for (const file of process.argv.slice(2)) {
  const tarball = readFileSync(file);
  const problems = [...(await packagingProblems(tarball)), ...(await typeProblems(tarball))];
  for (const problem of problems) console.error(`${path.basename(file)}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${path.basename(file)}: no problems`);
}

/** @param {Buffer} tarball */
async function packagingProblems(tarball) {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    strict: true,
  });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** @param {Buffer} tarball */
async function typeProblems(tarball) {
  const result = await checkPackage(createPackageFromTarballData(tarball));
  if (!result.types) return ["the package has no types"];
  return result.problems.map(({ kind, ...where }) => `${kind} ${JSON.stringify(where)}`);
}
