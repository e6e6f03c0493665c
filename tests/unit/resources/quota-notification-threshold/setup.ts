import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { Simulator } from "../../../../simulator/src";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { ResourceLife } from "../../../support/resource-life";

export const { open, tearDown } = handlerSetUp(handler);

/** The platform, and the thresholds of a program. */
export interface SetUp {
  platform: Simulator;
  threshold(name?: string): ResourceLife;
}

export async function setUp(options: SetUpOptions = {}): Promise<SetUp> {
  const { platform, resource } = await open(options);
  return { platform, threshold: (name = "early") => resource(name) };
}
