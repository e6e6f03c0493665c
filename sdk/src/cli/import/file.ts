import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storedState } from "../../doors/stored";
import { providerText, typeToken } from "../../pulumi/names";
import type { References } from "./account";
import type { NamedObject } from "./objects";

/** The content of the file for `pulumi import --file`. */
export function importFile(objects: readonly NamedObject[], references: References) {
  const urns = Object.values(references).filter((urn) => urn !== undefined);
  return {
    ...(urns.length > 0 && { nameTable: Object.fromEntries(urns.map((urn) => [urn, urn])) }),
    resources: objects.map(({ type, name, state, inputs }) => {
      const __provider = providerText(type);
      return {
        type: typeToken(type),
        name,
        id: state.id,
        ...references,
        inputs: { ...inputs, __provider },
        outputs: { ...storedState(state), __provider },
      };
    }),
  };
}

/** Writes a file that only this user can read, for the time of the work. */
export async function withTemporaryFile<T>(content: object, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-cloudplatform-"));
  try {
    const file = join(folder, "import.json");
    writeFileSync(file, JSON.stringify(content));
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
