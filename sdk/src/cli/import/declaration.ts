import type { JsonObject } from "../../util/json";

/** A resource to declare. */
export interface Declaration {
  type: string;
  name: string;
  inputs: JsonObject;
}

/** The names of the resources that are options of all declared ones. */
export interface Options {
  provider?: string | undefined;
  parent?: string | undefined;
}
