import type { PreviewStep } from "../../sdk/src/cli/preflight/preview";
import { typeToken } from "../../sdk/src/pulumi/names";

const STACK = "urn:pulumi:dev::demo";

export type StepOptions = Partial<Omit<PreviewStep, "urn">> & { name: string };

/** The URN of a resource of the stack. */
export function urnOf(name: string, type = "Router"): string {
  return `${STACK}::${type.includes(":") ? type : typeToken(type)}::${name}`;
}

/** How `pulumi stack export --show-secrets` writes a secret. */
export const secret = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

/** A step of a preview. */
export function previewStep({ name, type = "Router", ...others }: StepOptions): PreviewStep {
  return {
    ...{ urn: urnOf(name, type), name, type, isOurs: !type.includes(":"), isInternal: false, op: "create" },
    ...{ provider: undefined, id: undefined, deletesFirst: false, isRetained: false, deletedWith: undefined },
    position: undefined,
    ...others,
  };
}
