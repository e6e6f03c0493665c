import { afterAll, afterEach, beforeAll, beforeEach, jest } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../../../sdk/src/util/clock";
import type { Simulator, SimulatorOptions } from "../../../simulator/src";
import { startAnyReply } from "../../support/function-fixtures";
import { useCleanup } from "../../support/handler-setup";
import { KEY, startPlatform } from "../../support/platform";
import {
  type ReceivedRequest,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from "../../support/scripted-server";

const { closeLater } = useCleanup();

afterEach(() => {
  delete process.env.CLOUDPLATFORM_API_KEY;
  delete process.env.CLOUDPLATFORM_BASE_URL;
  configure({});
  jest.restoreAllMocks();
});

/** A platform that the environment names, as for a script that calls functions. */
export async function setUp(options: SimulatorOptions = {}): Promise<Simulator> {
  return pointTo(closeLater(await startPlatform({ taskTime: 0, ...options })));
}

/** The same with replies that the simulator cannot give. */
export async function setUpScripted(script: Script): Promise<ScriptedServer> {
  return pointTo(closeLater(await startScriptedServer(script)));
}

function pointTo<T extends { url: string }>(place: T): T {
  process.env.CLOUDPLATFORM_API_KEY = KEY;
  process.env.CLOUDPLATFORM_BASE_URL = place.url;
  // A script waits between two attempts with the system's clock. The pauses have no length here.
  jest.spyOn(systemClock, "random").mockReturnValue(0);
  return place;
}

/** Settings of the stack. */
export function configure(settings: Record<string, string>): void {
  pulumi.runtime.setAllConfig(
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [`cloudplatform:${name}`, value])),
  );
}

/** A platform that accepts any request, for all tests of a file. Returns the requests of the current test. */
export function useAnyReply(): () => ReceivedRequest[] {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startAnyReply();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    pointTo(server).requests.length = 0;
  });
  return () => server.requests;
}
