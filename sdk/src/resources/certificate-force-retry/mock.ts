import type { Retry } from "../../api/certificates";
import type { ResourceMock } from "../../contract/mock";
import type { Json } from "../../util/json";

interface Inputs {
  certId: number;
  triggers?: Json;
}

export const mock: ResourceMock<Inputs, Inputs & Retry> = ({ certId = 1, ...others }) => ({
  id: String(certId),
  state: { certId, ...others, outcome: "started", message: "The issuing process has been started." },
});
