import type { ResourceMock } from "../../lifecycle/mock";
import type { Retry } from "../../platform/api/certificates";
import type { Json } from "../../util/json";

interface Inputs {
  certId: number;
  triggers?: Json;
}

export const mock: ResourceMock<Inputs, Inputs & Retry> = ({ certId = 1, ...others }) => ({
  id: String(certId),
  state: { certId, ...others, outcome: "started", message: "The issuing process has been started." },
});
