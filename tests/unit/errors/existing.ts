import { EXISTING } from "../../../sdk/src/errors/existing";
import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { importing, opened, withExisting } from "../../support/existing-object";
import { InProcessResource } from "../../support/in-process-resource";
import { KEY, NO_ROUTER, startPlatform } from "../../support/platform";
import { provocations, reportOf } from "../../support/provocations";

const PLACE = { projectId: 1, regionId: 2 };
const args = { ...PLACE, name: "edge-router" };
const subject = { handler: router, args };

export const PROVOCATIONS = provocations(EXISTING, {
  async invalidId() {
    const { resource } = await withExisting(subject);
    return reportOf(resource, resource.get("edge", PLACE));
  },
  async notFound() {
    const { resource } = await withExisting(subject);
    return reportOf(resource, resource.get(NO_ROUTER, PLACE));
  },
  async unreadable() {
    const { url: baseUrl } = opened(await startPlatform());
    const resource = new InProcessResource(retry, { baseUrl, apiKey: KEY });
    return reportOf(resource, resource.get("321"));
  },
  async differs() {
    const { resource, id } = await withExisting(subject);
    return reportOf(resource, resource.up(importing(id, { ...args, name: "branch" })));
  },
  async changedSince() {
    const { platform, resource, id } = await withExisting(subject);
    const { inputs } = await resource.check(importing(id, args));
    platform.routers.change(id, { name: "renamed" });
    return reportOf(resource, resource.createChecked(inputs));
  },
});
