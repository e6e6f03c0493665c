import { CREATION } from "../../../sdk/src/errors/creation";
import { REPLIES } from "../../../sdk/src/errors/replies";
import { TASKS } from "../../../sdk/src/errors/tasks";
import { MemoryRecordStore } from "../../support/in-process-resource";
import { type Provocations, provocations, reportOf } from "../../support/provocations";
import { until } from "../../support/until";
import { args, open, PLACE, setUpFaulty } from "../resources/router/setup";

export const PROVOCATIONS: Provocations = new Map([
  ...provocations(CREATION, {
    async unrecorded() {
      class FullDisk extends MemoryRecordStore {
        override save(): boolean {
          return false;
        }
      }
      const { on } = await open();
      const router = on("edge", new FullDisk());
      return reportOf(router, router.up(args));
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
      const { platform, resource } = await open({ sharedProcess: true, taskTime: "manual" });
      const [one, other] = [resource("one"), resource("other")];
      const same = { ...args, ifExists: "create" };
      const first = one.up(same);
      await until(() => platform.tasks.pending().length === 1);
      const text = await reportOf(other, other.up(same, { create: "5s" }));
      platform.tasks.finish();
      await first;
      return text;
    },
  ],
]);
