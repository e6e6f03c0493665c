import { ERRORS } from "../../../../sdk/src/resources/edge-group-membership/errors";
import type { InProcessResource } from "../../../support/in-process-resource";
import { provocations, reportOf } from "../../../support/provocations";
import { isRemove, missing, PARTNER, setUp, setUpFaulty } from "./setup";

async function destroyed({ resource }: { resource: InProcessResource }) {
  await resource.up(PARTNER);
  return reportOf(resource, resource.destroy());
}

export const PROVOCATIONS = provocations(ERRORS, {
  stillMember: async () =>
    destroyed(await setUpFaulty((request) => (isRemove(request) ? missing : undefined))),
  maybeMember: async () => destroyed(await setUp({ mode: "documented-only" })),
});
