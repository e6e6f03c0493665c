export {
  Router,
  type RouterArgs,
  type RouterGateway,
  type RouterInterface,
  type RouterLocation,
  type RouterRoute,
} from "./router";
