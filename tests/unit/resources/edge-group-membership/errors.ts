import { ERRORS } from "../../../../sdk/src/resources/edge-group-membership/errors";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { handlerSetUp } from "../../../support/handler-setup";
import { provocations, reportOf } from "../../../support/provocations";

const { setUpFaulty } = handlerSetUp(handler);

export const PROVOCATIONS = provocations(ERRORS, {
  async stillMember() {
    const { resource } = await setUpFaulty(({ method }) =>
      method === "DELETE" ? { status: 404 } : undefined,
    );
    await resource.up({ groupId: 17, clientId: 4711 });
    return reportOf(resource, resource.destroy());
  },
});
