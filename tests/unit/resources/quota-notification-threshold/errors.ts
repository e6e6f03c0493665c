import { ERRORS } from "../../../../sdk/src/resources/quota-notification-threshold/errors";
import { provocations, reportOf } from "../../../support/provocations";
import { setUp } from "./setup";

export const PROVOCATIONS = provocations(ERRORS, {
  async resetToDefault() {
    const { threshold } = await setUp({ mode: "documented-only" });
    await threshold.up({ clientId: 42, threshold: 70 });
    return reportOf(threshold, threshold.destroy());
  },
});
