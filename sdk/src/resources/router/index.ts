export type {
  RouterFixedIpOutput,
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../api/router-state";
export {
  Router,
  type RouterArgs,
  type RouterGateway,
  type RouterInterface,
  type RouterLocation,
  type RouterRoute,
} from "./router";
