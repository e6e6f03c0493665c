import { expect } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { InProcessResource } from "../support/in-process-resource";
import { KEY } from "../support/platform";
import type { PlatformObject, ResourceSpec } from "./resource-spec";
import { type FaultRule, type RunResult, runWithFault } from "./run-with-fault";

/** The objects at the platform at one moment, without unrelated ones. */
export interface Snapshot {
  /** The object of the resource. */
  own: PlatformObject | undefined;
  others: PlatformObject[];
}

/** The system under test: a platform, and a program with one resource. */
export class System {
  readonly resource: InProcessResource;
  /** Ids of objects that runs created and that the state does not contain. */
  readonly orphans = new Set<string>();
  /** The fault of the next run. */
  nextFault: FaultRule = null;
  /** Objects that no run may touch. */
  private readonly unrelated: PlatformObject[];

  constructor(
    readonly spec: ResourceSpec,
    readonly platform: Simulator,
    settings: Record<string, string>,
  ) {
    const unrelatedIds = this.prepare();
    this.unrelated = spec.objects(platform).filter(({ id }) => unrelatedIds.includes(id));
    this.resource = new InProcessResource(spec.handler, { baseUrl: platform.url, apiKey: KEY, settings });
  }

  snapshot(): Snapshot {
    const { spec, platform, resource } = this;
    const objects = spec.objects(platform).filter((object) => !this.isUnrelated(object));
    const adopted = spec.adopted ? objects[0] : undefined;
    const own = resource.state ? spec.objectOf(resource.state, objects) : adopted;
    return { own, others: objects.filter((object) => object !== own) };
  }

  private isUnrelated({ id }: PlatformObject): boolean {
    return this.unrelated.some((one) => one.id === id);
  }

  /** Runs an operation with the next fault. */
  async run<T>(operation: () => Promise<T>): Promise<RunResult<T>> {
    const result = await runWithFault(this.platform, this.nextFault, operation);
    this.nextFault = null;
    expect(this.spec.objects(this.platform).filter((object) => this.isUnrelated(object))).toEqual(
      this.unrelated,
    );
    return result;
  }

  /** Whether the platform can read the object. */
  get isReadable(): boolean {
    const { spec, resource } = this;
    return resource.state === undefined || (spec.isReadable?.(resource.state) ?? true);
  }

  /** Deletes orphans at the platform, as a user would. */
  deleteOrphans(isSelected: (object: PlatformObject) => boolean = () => true): void {
    const selected = this.snapshot().others.filter(
      (object) => this.orphans.has(object.id) && isSelected(object),
    );
    for (const { id } of selected) {
      this.spec.remove(this.platform, id);
      this.orphans.delete(id);
    }
  }

  /** Creates the object to be adopted again, if it is deleted. */
  restoreAdopted(): void {
    if (this.spec.adopted && this.snapshot().own === undefined) this.prepare();
  }

  private prepare(): string[] {
    const { spec, platform } = this;
    for (const { id } of spec.objects(platform)) spec.remove(platform, id);
    return spec.prepare(platform);
  }
}
