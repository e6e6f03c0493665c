import { INPUTS } from "../../../sdk/src/errors/inputs";
import { handler } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handlerSetUp } from "../../support/handler-setup";
import { provocations, reportOf } from "../../support/provocations";

const { setUpInOneProgram } = handlerSetUp(handler);
const { duplicate } = INPUTS;

export const PROVOCATIONS = provocations(
  { duplicate },
  {
    async duplicate() {
      const { one, other } = await setUpInOneProgram();
      const args = { groupId: 17, clientId: 4711 };
      await one.up(args);
      return reportOf(other, other.up(args));
    },
  },
);
