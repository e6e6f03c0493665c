import { TASKS } from "../../../sdk/src/errors/tasks";
import { provocations, reportOf } from "../../support/provocations";
import { until } from "../../support/until";
import * as requests from "../resources/quota-limit-request/setup";
import { args, setUp, setUpFaulty } from "../resources/router/setup";

const wish = {
  description: "A project for each team",
  requestedLimits: { globalLimits: { projectCountLimit: 40 } },
};

export const PROVOCATIONS = provocations(TASKS, {
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
    return reportOf(request, request.up({ ...wish, waitForDecision: true }, { create: "5m" }));
  },
  async unknown() {
    const { router } = await setUpFaulty(({ path }) =>
      path.includes("/tasks")
        ? { status: 404, body: { exception_class: "NotFound", message: "No." } }
        : undefined,
    );
    return reportOf(router, router.up(args));
  },
  async queued() {
    const { platform, another } = await requests.setUp({ sharedProcess: true });
    platform.faults.add("lagging-list:reads=1000@POST /cloud/v2/limits_request");
    const [one, other] = [another("one"), another("other")];
    const first = one.up(wish);
    await until(() => platform.count({ method: "POST" }) === 1);
    const text = await reportOf(other, other.up({ ...wish, description: "Another" }, { create: "5s" }));
    await first;
    return text;
  },
  async withoutEffect() {
    const { platform, router } = await setUp();
    await router.up(args);
    platform.faults.add("lagging-list:reads=1000@PATCH");
    return reportOf(router, router.up({ ...args, name: "renamed" }));
  },
});
