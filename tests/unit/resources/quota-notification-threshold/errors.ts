import { ERRORS } from "../../../../sdk/src/resources/quota-notification-threshold/errors";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import { handlerSetUp } from "../../../support/handler-setup";
import { provocations, reportOf } from "../../../support/provocations";

const { setUpCreated } = handlerSetUp(handler);

export const PROVOCATIONS = provocations(ERRORS, {
  async resetToDefault() {
    const { resource } = await setUpCreated({ clientId: 42, threshold: 70 }, { mode: "documented-only" });
    return reportOf(resource, resource.destroy());
  },
});
