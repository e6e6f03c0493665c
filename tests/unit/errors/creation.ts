import { CREATION } from "../../../sdk/src/errors/creation";
import { provocations, reportOf } from "../../support/provocations";
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

export const PROVOCATIONS = provocations(CREATION, {
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
});
