import { expect } from "@jest/globals";
import { canonicalJson, type JsonObject } from "../../sdk/src/util/json";
import type { Step } from "../support/in-process-resource";
import type { Ended } from "./attempt";
import { expectConverged, expectKnown } from "./expectations";
import type { Model } from "./model";
import type { Sight, World } from "./world";

/** `pulumi up`, and all that must be so afterwards. */
export async function up(model: Model, world: World, args: JsonObject): Promise<void> {
  const before = world.look();
  const again = model.settled && canonicalJson(args) === canonicalJson(model.args ?? null);
  model.declares(args);
  const ended = await world.attempt(() => world.life.up(args));
  if (ended.failure) return broken(model, world, args, before, ended);
  if (again) expect(ended).toEqual({ value: "same", faults: [], requests: 0 });
  const looked = ended.value !== "same" && !(ended.value === "update" && world.subject.inert);
  // Nobody has looked, so nobody could see what somebody else has changed.
  if (model.stale && !looked) return expect(world.look().own).toEqual(before.own);
  expectConverged(model, world, args, before);
  const late = looked ? lags(ended) : model.late;
  const stale = model.stale && ended.value === "update";
  if (!late && !stale) expectKnown(world);
  const declared = world.subject.declared(args);
  const recorded = { ...world.subject.known(world.life.outputs), ...declared };
  model.converged(declared, recorded, { late, stale });
  world.clearLost();
  world.lost.clear();
}

/** Whether the platform may have shown what was before. */
function lags({ faults }: Ended<unknown>): boolean {
  return faults.some((fault) => fault.startsWith("lagging-list"));
}

/** What must be so after an `up` that failed. */
function broken(model: Model, world: World, args: JsonObject, before: Sight, ended: Ended<Step>): void {
  const { subject, life } = world;
  const now = world.look();
  const vanished = model.inState && !model.exists;
  // What somebody else has changed may be in the way of a change.
  if (!vanished && !model.stale) expectReason(world, args, ended);
  if (life.state === undefined && subject.named) expect(now).toEqual(before);
  else if (life.state === undefined) lose(world, before, args);
  model.inState = life.state !== undefined;
  model.exists = model.inState && now.own !== undefined;
  model.brokeOff(Object.keys(subject.declared(args)), before.own?.facts ?? subject.fresh);
}

/** Nothing fails unless something has gone wrong, or what is declared cannot be. */
function expectReason(world: World, args: JsonObject, { failure, faults }: Ended<Step>): void {
  const { subject, platform, life } = world;
  const isHopeless = subject.hopeless?.(args, subject.things(platform), life.pendingDeletions);
  if (failure && faults.length === 0 && !isHopeless) throw failure;
}

/** What has been made is known to nobody. Earlier runs have told where something else may be, and it is cleared away. */
function lose(world: World, before: Sight, args: JsonObject): void {
  const { subject, lost } = world;
  const known = [before.own, ...before.others].map((thing) => canonicalJson(thing ?? null));
  for (const thing of world.look().others) if (!known.includes(canonicalJson(thing))) lost.add(thing.id);
  const wanted = subject.identity(subject.declared(args));
  world.clearLost((thing) => subject.identity(thing.facts) !== wanted);
}

/** A run that is killed before it can tell the engine anything. */
export async function killed(model: Model, world: World, args: JsonObject): Promise<void> {
  const { life } = world;
  const before = world.look();
  model.declares(args);
  const ended = await world.attempt(() => life.up(args));
  expectReason(world, args, ended);
  life.state = undefined;
  lose(world, before, args);
  model.forgotten();
}

export async function refresh(model: Model, world: World): Promise<void> {
  const before = world.look();
  const { failure, faults } = await world.attempt(() => world.life.refresh());
  if (failure && faults.length === 0) throw failure;
  const now = world.look();
  model.settled = false;
  if (failure || !world.tells) return expect(now).toEqual(before);
  if (before.own === undefined) return forgotten(model, world);
  expect(now).toEqual(before);
  expectKnown(world);
  expect(now.own?.facts).toMatchObject(world.subject.declared(world.life.inputs));
  model.looked();
}

export async function destroy(model: Model, world: World): Promise<void> {
  const { subject, life, lost } = world;
  const before = world.look();
  const { failure, faults } = await world.attempt(() => life.destroy());
  if (failure && faults.length === 0) throw failure;
  const now = world.look();
  // What is to be deleted may be in pieces, or gone; or it is only something that it had replaced which is still there.
  if (failure) return life.state ? model.drifted(now.own?.facts) : model.forgotten();
  if (subject.stays) expect([now.own, ...now.others]).toContainEqual(before.own);
  else expect(now.others.filter((thing) => !lost.has(thing.id) && !subject.harmless?.(thing))).toEqual([]);
  forgotten(model, world);
}

function forgotten(model: Model, world: World): void {
  expect(world.life.state).toBeUndefined();
  model.forgotten();
  world.provide();
}
