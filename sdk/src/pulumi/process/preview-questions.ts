import { type Finding, note, Preview } from "../../lifecycle/preview";
import type { Unfinished } from "../../lifecycle/record";
import type { AnyResource, JsonResource } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/api";
import type { PlatformError } from "../../platform/http/error";
import type { JsonObject } from "../../util/json";
import { type Mask, secretMask } from "../../util/secrets";
import type { StepFindings } from "../files/preview-findings";
import { PreviewedAccount } from "./previewed-account";
import type { Registration } from "./registrations";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import { isPending, objectIdOf, type SplitProperties, untouchedValues } from "./state";

/** An object that a preview deletes. */
export interface PreviewedDeletion {
  urn: string;
  id: string;
  before: SplitProperties;
}

/** A resource that a preview updates or replaces. */
export interface PreviewedUpdate extends PreviewedDeletion {
  inputs: JsonObject;
  change: JsonObject;
  /** The inputs that are secret, or were before. */
  secret: readonly string[];
}

/** What a question is about. */
interface About extends Pick<StepFindings, "urn" | "operation" | "id"> {
  secret: readonly string[];
  /** The values that may be secret. */
  values: JsonObject[];
}

/** Asks in a preview what `up` would meet, and prints it in the rows of the resources of one type. */
export class PreviewQuestions {
  private readonly resource: JsonResource;
  private readonly printed = new WeakSet<Finding>();

  constructor(
    resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {
    this.resource = resource as unknown as JsonResource;
  }

  /** What a creation would find. The inputs are complete; some may be unknown. `previous`: what an earlier run has begun. */
  async beforeCreation(
    { urn, preview, replacement }: Registration,
    inputs: JsonObject,
    secret: readonly string[],
    previous: Unfinished | undefined,
  ): Promise<void> {
    const creation = {
      inputs: this.account.withSettings(inputs),
      previous,
      former: replacement?.former,
      deletesFirst: preview === "deletesFirst",
    };
    await this.ask({ urn, operation: "create", secret, values: [inputs] }, (preview) =>
      preview.creation(creation),
    );
  }

  /** The object that an import uses was compared with the inputs. */
  beforeImport(urn: string, id: string, inputs: JsonObject): void {
    this.session.collect?.({
      step: { urn, operation: "create", findings: [] },
      uses: this.account.objectKey(id, inputs),
    });
  }

  /** What an update would meet: an object that is gone, or that others have changed. */
  async beforeUpdate({ urn, id, before, inputs, change, secret }: PreviewedUpdate): Promise<void> {
    const { own, unfinished } = before;
    const wish = { inputs, change, recorded: untouchedValues(before) };
    const update = { id: this.objectId(id, before), state: own, unfinished, wish };
    await this.ask({ urn, operation: "update", secret, values: [inputs, own] }, (preview) =>
      preview.update(update),
    );
  }

  /** What the deletion of the old object of a replacement would meet. */
  async beforeReplacement({ urn, id, before, inputs, secret }: PreviewedUpdate): Promise<void> {
    await this.ask({ urn, operation: "delete", secret, values: [inputs, before.own] }, (preview) =>
      preview.replacement(this.objectId(id, before), before.own),
    );
  }

  /** What a deletion would meet. `keeping`: why the object stays at the platform. */
  async beforeDeletion({ urn, id, before }: PreviewedDeletion, keeping: string | undefined): Promise<void> {
    const { own, hidden } = before;
    const about: About = { urn, id, operation: "delete", secret: hidden.__secret ?? [], values: [own] };
    await this.ask(about, async (preview) => {
      if (keeping) return [{ level: "ok", text: `stays at the platform: ${keeping}` }];
      if (isPending(id)) return [note("an earlier run was interrupted: `up` deletes what it has created")];
      if (!this.resource.removal) return [];
      return preview.deletion(this.objectId(id, before), own, untouchedValues(before));
    });
  }

  private async ask(
    { secret, values, ...about }: About,
    question: (preview: Preview) => Promise<Finding[]>,
  ): Promise<void> {
    const { session } = this;
    const { urn } = about;
    const mask = secretMask([...secret], ...values);
    const findings = await this.asked.ask(urn, mask, (reader) => question(this.preview(reader, secret)));
    for (const finding of findings) await this.print(urn, finding, mask);
    const masked = () => findings.map((finding) => ({ ...finding, text: mask(finding.text) }));
    session.collect?.({ step: { ...about, findings: masked() } });
  }

  private preview(reader: Reader, secret: readonly string[]): Preview {
    const { session, account } = this;
    const { platform } = account;
    return new Preview(this.resource, {
      ...{ reader, secret, lists: this.asked.lists },
      requestTimeout: platform.configuration.requestTimeout,
      now: () => platform.now(),
      isInUse: (id) => account.isInUse(id),
      onUse: (id, state) => session.collect?.({ uses: account.objectKey(id, state) }),
      warn: (text) => void session.warn(text),
    });
  }

  /** What was not asked is no line of its own in a preview. */
  private async print(urn: string, finding: Finding, mask: Mask): Promise<void> {
    const { level, text } = finding;
    const { engine } = this.session;
    if (level === "note") await engine.log(urn, mask(text), "info");
    // A list that several resources share has failed once.
    if (level !== "fails" || this.printed.has(finding)) return;
    this.printed.add(finding);
    await engine.log(urn, mask(`\`up\` would fail: ${text}`), "warning");
  }

  private get asked(): PreviewedAccount {
    const { platform } = this.account;
    const { clock, stopSignal: cancelled, collect } = this.session;
    const warn = (text: string) => void this.session.warn(text);
    const named = (error: PlatformError) => this.session.named(error);
    const open = () => new PreviewedAccount({ platform, clock, cancelled, warn, named, collect });
    return this.session.previewed(platform, open);
  }

  private objectId(id: string, { own }: SplitProperties): string {
    return objectIdOf(this.resource as never, id, own);
  }
}
