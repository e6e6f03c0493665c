import { stateIn } from "../../doors/stored";
import { CodedError } from "../../errors/definition";
import { failureOf } from "../../operation/finding";
import { ResourceProvider } from "../../provider/provider";
import type { Session } from "../../provider/session";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { revealed } from "../../pulumi/secret-values";
import { handlerLoaders } from "../../resources/handlers";
import type { PulumiCli } from "../pulumi";
import { declaredProvider, StackSettings } from "../stack-provider";
import { isDeletion, operationsOf, type PreviewStep } from "./preview";

interface Facts {
  steps: readonly PreviewStep[];
  /** What the processes of the preview have found. */
  found: readonly PreviewFindings[];
  pulumi: PulumiCli;
  /** Collects the findings. */
  session: Session;
}

/** Pulumi asks no provider about deletions in a preview, so this command does. */
export async function askAboutDeletions({ steps, found, pulumi, session }: Facts): Promise<void> {
  const deletions = steps.filter((step) => step.isOurs && isDeletion(step));
  if (deletions.length === 0) return;
  for (const { uses } of found) if (uses !== undefined) session.ownership.use(uses);
  const resources = await pulumi.resources({ showSecrets: true });
  const settings = new StackSettings(resources, pulumi);
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  const providers = new Map<string, Promise<ResourceProvider | undefined>>();
  const open = async ({ type, provider }: PreviewStep) => {
    const handler = handlerLoaders.get(type)?.();
    // No process of the preview has asked with the new settings.
    const ofProvider = byUrn.get(declaredProvider(provider))?.op ?? "same";
    const config = ["same", "delete"].includes(ofProvider) ? await settings.of(provider) : undefined;
    if (handler === undefined || config === undefined) return undefined;
    const opened = new ResourceProvider(handler, session);
    opened.configure(config);
    return opened;
  };
  const ask = async (step: PreviewStep) => {
    const { urn, id = "", type, provider } = step;
    const key = `${type} ${provider}`;
    const opened = providers.get(key) ?? open(step);
    providers.set(key, opened);
    const state = resources.find((one) => one.urn === urn && one.id === id);
    const before = stateIn(id, revealed(state?.outputs ?? {}));
    // Without findings, the step is one that was not asked about.
    const asked = await opened;
    await asked?.previewDeletion(urn, before, reasonToStay(step, byUrn)).catch((error: unknown) => {
      if (!(error instanceof CodedError)) throw error;
      const findings = [failureOf(error)];
      session.collect?.({ step: { urn, id, operation: "delete", findings } });
    });
  };
  await Promise.all(deletions.map(ask));
}

/** Why Pulumi leaves the object at the platform; undefined if it does not. */
function reasonToStay(
  { isRetained, deletedWith = "" }: PreviewStep,
  steps: ReadonlyMap<string, PreviewStep>,
): string | undefined {
  if (isRetained) return "its option retainOnDelete is set";
  const other = steps.get(deletedWith);
  // Pulumi deletes it if the other one is deleted before.
  const isDeleted = other && operationsOf(other).includes("delete") && !other.deletesFirst;
  return isDeleted ? "its option deletedWith names a resource that is deleted" : undefined;
}
