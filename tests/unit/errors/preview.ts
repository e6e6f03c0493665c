import { PREVIEW } from "../../../sdk/src/errors/preview";
import { handler } from "../../../sdk/src/resources/router/handler";
import { handlerSetUp, logLines } from "../../support/handler-setup";
import { InProcessResource, startProcess } from "../../support/in-process-resource";
import { KEY } from "../../support/platform";
import { provocations } from "../../support/provocations";
import { startScriptedServer } from "../../support/scripted-server";
import { until } from "../../support/until";

const EDGE = { projectId: 1, regionId: 2, name: "edge-router" };

const { setUpScripted } = handlerSetUp(handler);

async function previewed(status: number) {
  const { resource } = await setUpScripted(() => ({ status, body: { message: "No." } }));
  await resource.previewed(EDGE);
  return logLines(resource).join("\n");
}

export const PROVOCATIONS = provocations(PREVIEW, {
  accountFails: () => previewed(401),
  notAsked: () => previewed(503),
  async timedOut() {
    const server = await startScriptedServer(() => "silence");
    const process = startProcess();
    const router = new InProcessResource(handler, { baseUrl: server.url, apiKey: KEY, process });
    const asked = router.previewed(EDGE);
    await until(() => server.requests.length === 1);
    await process.clock.advance(10_100);
    await asked;
    await server.close();
    return logLines(router).join("\n");
  },
});
