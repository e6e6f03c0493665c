import { CREATION } from "../../../sdk/src/errors/creation";
import { EXISTING } from "../../../sdk/src/errors/existing";
import { INPUTS } from "../../../sdk/src/errors/inputs";
import { PREVIEW } from "../../../sdk/src/errors/preview";
import { TASKS } from "../../../sdk/src/errors/tasks";
import { CERTIFICATES } from "../../../sdk/src/platform/api/certificates";
import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handler } from "../../../sdk/src/resources/router/handler";
import type { CertificateState, SimulatorOptions } from "../../../simulator/src";
import { importing, withExisting } from "../../support/existing-object";
import { handlerSetUp, logLines } from "../../support/handler-setup";
import { NO_ROUTER } from "../../support/platform";
import { type Provocations, provocations, reportOf } from "../../support/provocations";
import { until } from "../../support/until";
import * as requests from "../resources/quota-limit-request/setup";
import {
  args,
  isList,
  isTask,
  isTaskList,
  missing,
  noneListed,
  PLACE,
  setUp,
  setUpFaulty,
  setUpRuns,
} from "../resources/router/setup";

const WISH = {
  description: "A project for each team",
  requestedLimits: { globalLimits: { projectCountLimit: 40 } },
};

const existing = () => withExisting({ handler, args });
const retries = handlerSetUp(retry);
const members = handlerSetUp(membership);
const { setUpScripted } = handlerSetUp(handler);

async function retried(state: CertificateState, options?: SimulatorOptions) {
  const { platform, resource } = await retries.setUp(options);
  platform.certificates.add({ id: 321, state });
  return reportOf(resource, resource.up({ certId: 321 }));
}

async function previewed(status: number) {
  const { resource } = await setUpScripted(() => ({ status, body: { message: "No." } }));
  await resource.previewed(args);
  return logLines(resource).join("\n");
}

export const PROVOCATIONS: Provocations = new Map([
  ...provocations(CERTIFICATES, {
    notAttached: () => retried("not attached"),
    notAutomated: () => retried("not automated"),
    allowanceUsedUp: () => retried("failed", { forceRetriesPerCertificate: 0 }),
    async replyLost() {
      const { resource } = await retries.setUpFaulty(() => "lose the reply");
      return reportOf(resource, resource.up({ certId: 321 }));
    },
  }),
  ...provocations(CREATION, {
    /** The task reports a router of another name, and the list has no new one. */
    async unclear() {
      let other = "";
      const { platform, router } = await setUpFaulty((request) => {
        if (isList(request)) return noneListed;
        if (isTaskList(request)) return missing;
        return isTask(request)
          ? { body: { state: "FINISHED", created_resources: { routers: [other] } } }
          : undefined;
      });
      other = platform.routers.add({ ...PLACE, name: "of-somebody-else" }).id;
      return reportOf(router, router.up(args));
    },
    async second() {
      const { platform, router } = await setUpFaulty(({ method, path }) => {
        if (method === "POST" && path.includes("/routers/")) platform.routers.add(args);
        return undefined;
      });
      return reportOf(router, router.up(args));
    },
    async left() {
      const { killed, next } = await setUpRuns();
      await killed.up(args);
      return reportOf(next, next.up({ ...args, regionId: 3 }));
    },
  }),
  ...provocations(EXISTING, {
    async invalidId() {
      const { resource } = await existing();
      return reportOf(resource, resource.get("edge", PLACE));
    },
    async notFound() {
      const { resource } = await existing();
      return reportOf(resource, resource.get(NO_ROUTER, PLACE));
    },
    async unreadable() {
      const { resource } = await retries.setUp();
      return reportOf(resource, resource.get("321"));
    },
    async differs() {
      const { resource, id } = await existing();
      return reportOf(resource, resource.up(importing(id, { ...args, name: "branch" })));
    },
    async changedSince() {
      const { platform, resource, id } = await existing();
      const { inputs } = await resource.check(importing(id, args));
      platform.routers.change(id, { name: "renamed" });
      return reportOf(resource, resource.createChecked(inputs));
    },
  }),
  ...provocations(
    { duplicate: INPUTS.duplicate },
    {
      async duplicate() {
        const { one, other } = await members.setUpInOneProgram();
        const partner = { groupId: 17, clientId: 4711 };
        await one.up(partner);
        return reportOf(other, other.up(partner));
      },
    },
  ),
  ...provocations(PREVIEW, {
    accountFails: () => previewed(401),
    notAsked: () => previewed(503),
    async timedOut() {
      const { resource, server } = await setUpScripted(() => "silence");
      const asked = resource.previewed(args);
      await until(() => server.requests.length === 1);
      await resource.clock.advance(10_100);
      await asked;
      return logLines(resource).join("\n");
    },
  }),
  ...provocations(TASKS, {
    async failed() {
      const { router } = await setUp({ maxRoutersPerRegion: 0 });
      return reportOf(router, router.up(args));
    },
    async unfinished() {
      const { router } = await setUp({ taskTime: "manual" });
      return reportOf(router, router.up(args, { create: "5s" }));
    },
    async undecided() {
      const { request } = await requests.setUp();
      return reportOf(request, request.up({ ...WISH, waitForDecision: true }, { create: "5m" }));
    },
    async unknown() {
      const body = { exception_class: "NotFound", message: "No." };
      const { router } = await setUpFaulty(({ path }) =>
        path.includes("/tasks") ? { status: 404, body } : undefined,
      );
      return reportOf(router, router.up(args));
    },
    async queued() {
      const { platform, another } = await requests.setUp({ sharedProcess: true });
      platform.faults.add("lagging-list:reads=1000@POST /cloud/v2/limits_request");
      const [one, other] = [another("one"), another("other")];
      const first = one.up(WISH);
      await until(() => platform.count({ method: "POST" }) === 1);
      const text = await reportOf(other, other.up({ ...WISH, description: "Another" }, { create: "5s" }));
      await first;
      return text;
    },
    async withoutEffect() {
      const { platform, router } = await setUp();
      await router.up(args);
      platform.faults.add("lagging-list:reads=1000@PATCH");
      return reportOf(router, router.up({ ...args, name: "renamed" }));
    },
  }),
]);
