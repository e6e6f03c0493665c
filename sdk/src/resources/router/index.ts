export type {
  RouterFixedIpOutput,
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../platform/api/router-outputs";
export {
  Router,
  type RouterArgs,
  type RouterGateway,
  type RouterInterface,
  type RouterLocation,
  type RouterRoute,
} from "./router";
