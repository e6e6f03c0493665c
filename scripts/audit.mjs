import { npm } from "./setup/run.mjs";

// What every user installs is audited for known weaknesses: `high` and worse fail. A registry that has no audit cannot
// be asked; that is said, and no reason to fail.
// `npm run --silent` would silence this npm as well.
const { ok, output } = await npm(["audit", "--omit=dev", "--audit-level=high", "--loglevel=warn"]);
const unavailable =
  /audit endpoint returned an error|ENOTFOUND|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|EAI_AGAIN/.test(output);

if (ok) console.log("Dependencies: no known weakness of level high or worse.");
else if (unavailable) console.log("Dependencies: not audited, as the registry in use offers no audit.");
else {
  console.error(output.trim());
  process.exitCode = 1;
}
