import { ERRORS } from "../../../../sdk/src/resources/edge-group-membership/errors";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { handlerSetUp } from "../../../support/handler-setup";
import { provocations, reportOf } from "../../../support/provocations";

const { setUpFaulty } = handlerSetUp(handler);

async function destroyed(...options: Parameters<typeof setUpFaulty>) {
  const { resource } = await setUpFaulty(...options);
  await resource.up({ groupId: 17, clientId: 4711 });
  return reportOf(resource, resource.destroy());
}

export const PROVOCATIONS = provocations(ERRORS, {
  stillMember: () => destroyed(({ method }) => (method === "DELETE" ? { status: 404 } : undefined)),
  maybeMember: () => destroyed(() => undefined, { mode: "documented-only" }),
});
