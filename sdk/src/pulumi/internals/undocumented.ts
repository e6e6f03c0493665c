import { INSTALLATION } from "../../errors/installation";

const lostParts = new Set<string>();

/**
 * Uses what Pulumi's SDK does not document, and what a later version may have changed. Then the package works without it, and
 * prints once what is lost. CONTRIBUTING.md lists all uses.
 */
export function undocumented<T>(lost: string, use: () => T | undefined, otherwise: T): T {
  let cause = "it is not there";
  try {
    const found = use();
    if (found !== undefined) return found;
  } catch (error) {
    cause = (error as Error).message.split("\n")[0] ?? cause;
  }
  if (!lostParts.has(lost))
    process.stderr.write(`warning: ${INSTALLATION.changedSdk.error({ lost, cause }).message}\n`);
  lostParts.add(lost);
  return otherwise;
}
