export {
  Router,
  type RouterArgs,
  type RouterGateway,
  type RouterInterface,
  type RouterRoute,
} from "./router";
