export type {
  RouterFixedIpOutput,
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../api/router-outputs";
export {
  Router,
  type RouterArgs,
  type RouterGateway,
  type RouterInterface,
  type RouterLocation,
  type RouterRoute,
} from "./router";
