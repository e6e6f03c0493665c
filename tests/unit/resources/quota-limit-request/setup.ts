import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import type { Simulator } from "../../../../simulator/src";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { ResourceLife } from "../../../support/resource-life";

export const { open, setUpRuns, tearDown } = handlerSetUp(handler);

/** The platform, and the requests of a program. */
export interface SetUp {
  platform: Simulator;
  request(name?: string): ResourceLife;
}

export async function setUp(options: SetUpOptions = {}): Promise<SetUp> {
  const { platform, resource } = await open(options);
  return { platform, request: (name = "more") => resource(name) };
}
