import type { ConfigSource } from "../../platform/configuration";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { ResourceProtocol } from "../../pulumi/process/protocol";
import type { Session } from "../../pulumi/process/session";
import { handlerLoaders } from "../../resources/handlers";
import type { PulumiCli, StateResource } from "../pulumi";
import { declaredProvider, revealed } from "../stack-provider";
import { operationsOf, type PreviewStep } from "./preview";

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
  const deletions = steps.filter(({ isOurs, op }) => isOurs && (op === "delete" || op === "delete-replaced"));
  if (deletions.length === 0) return;
  for (const { uses } of found) if (uses !== undefined) session.ownership.use(uses);
  const resources = await pulumi.resources({ showSecrets: true });
  const accounts = new Accounts(steps, resources, pulumi);
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  const protocols = new Map<string, Promise<ResourceProtocol | undefined>>();
  const open = async ({ type, provider }: PreviewStep) => {
    const handler = handlerLoaders().get(type)?.();
    const config = await accounts.of(declaredProvider(provider));
    if (handler === undefined || config === undefined) return undefined;
    const protocol = new ResourceProtocol(handler, session);
    protocol.configure({ config });
    return protocol;
  };
  const ask = async (step: PreviewStep) => {
    const { urn, id = "", type, provider } = step;
    const key = `${type} ${provider}`;
    const opened = protocols.get(key) ?? open(step);
    protocols.set(key, opened);
    const state = resources.find((one) => one.urn === urn && one.id === id);
    const outputs = revealed(state?.outputs ?? {});
    // Without findings, the step is one that was not asked about.
    await (await opened)?.previewDeletion(urn, id, outputs, reasonToStay(step, byUrn));
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

/** The settings with which `up` deletes. Those of a Provider are all from the state: a key goes to the server that it is for. */
class Accounts {
  private config: Promise<ConfigSource> | undefined;

  constructor(
    private readonly steps: readonly PreviewStep[],
    private readonly resources: readonly StateResource[],
    private readonly pulumi: PulumiCli,
  ) {}

  /** Undefined if the run changes the Provider: no process of the preview has asked with its new settings. */
  async of(urn: string): Promise<ConfigSource | undefined> {
    if (urn === "") {
      this.config ??= this.pulumi.config().then((config) => ({ get: (key) => config[key]?.value }));
      return this.config;
    }
    const changes = this.steps.some((step) => step.urn === urn && step.op !== "same" && step.op !== "delete");
    const provider = this.resources.find((resource) => resource.urn === urn);
    if (changes || provider === undefined) return undefined;
    const inputs = revealed(provider.inputs ?? {});
    return { get: (key) => (typeof inputs[key] === "string" ? inputs[key] : undefined) };
  }
}
