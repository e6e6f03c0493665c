import { INPUTS } from "../../../sdk/src/errors/inputs";
import { provocations, reportOf } from "../../support/provocations";
import { PARTNER, setUpInOneProgram } from "../resources/edge-group-membership/setup";

const { duplicate } = INPUTS;

export const PROVOCATIONS = provocations(
  { duplicate },
  {
    async duplicate() {
      const { one, other } = await setUpInOneProgram();
      await one.up(PARTNER);
      return reportOf(other, other.up(PARTNER));
    },
  },
);
