import { CREATION } from "../../../sdk/src/errors/creation";
import { REPLIES } from "../../../sdk/src/errors/replies";
import { TASKS } from "../../../sdk/src/errors/tasks";
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
  setUpFaulty,
  setUpRuns,
} from "../resources/router/setup";

const WISH = {
  description: "A project for each team",
  requestedLimits: { globalLimits: { projectCountLimit: 40 } },
};

export const PROVOCATIONS: Provocations = new Map([
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
  [
    REPLIES.creationUncertain.code,
    async () => {
      const { router } = await setUpFaulty(({ method, path }) => {
        if (method === "POST") return "lose the reply";
        return path.includes("/routers/") ? { status: 404, body: { message: "Not Found" } } : undefined;
      });
      return reportOf(router, router.up({ ...PLACE, name: "edge-router" }));
    },
  ],
  [
    TASKS.queued.code,
    async () => {
      const { platform, another } = await requests.setUp({ sharedProcess: true });
      platform.faults.add("lagging-list:reads=1000@POST /cloud/v2/limits_request");
      const [one, other] = [another("one"), another("other")];
      const first = one.up(WISH);
      await until(() => platform.count({ method: "POST" }) === 1);
      const text = await reportOf(other, other.up({ ...WISH, description: "Another" }, { create: "5s" }));
      await first;
      return text;
    },
  ],
]);
