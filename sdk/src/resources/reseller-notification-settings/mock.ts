import type { ResourceMock } from "../../lifecycle/mock";
import { omitNullish } from "../../util/json";
import type { SettingsInputs } from "./schema";
import type { SettingsState } from "./state";

export const mock: ResourceMock<SettingsInputs, SettingsState> = (known, values) => {
  const state: SettingsState = {
    resellerId: 1,
    notificationSettingsId: values.number("settings"),
    email: "ops@example.com",
    notificationType: "failed_login",
    enabled: true,
    ...omitNullish(known),
  };
  return { id: `${state.resellerId}/${state.notificationSettingsId}`, state };
};
