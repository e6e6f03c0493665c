import type { JsonObject } from "../../../sdk/src/util/json";

export type Door = "classes" | "plugin";
export type AccountName = "default" | "second";

export type ResourceType =
  | "Router"
  | "QuotaNotificationThreshold"
  | "QuotaLimitRequest"
  | "EdgeGroupMembership"
  | "ResellerNotificationSettings"
  | "CertificateForceRetry";

/** A resource as the program declares it. */
export interface Declaration {
  name: string;
  type: ResourceType;
  args: JsonObject;
  door: Door;
  account: AccountName;
  /** The names of the inputs that are secrets. */
  secret: string[];
  /** Inputs that come from a resource that does not exist yet: unknown in the preview of the creation. */
  unknown: string[];
  /** The names of resources that are created before. */
  after: string[];
  ignoreChanges: string[];
  replaceOnChanges: string[];
  retainOnDelete: boolean;
  deleteBeforeReplace: boolean;
  /** The names that it had before. */
  formerNames: string[];
  timeouts: Partial<Record<"create" | "update" | "delete", string>>;
  /** The option `import` of the classes: the id of an existing object. */
  importId?: string;
}

export type Program = Declaration[];

export function declaration(
  name: string,
  type: ResourceType,
  args: JsonObject,
  others: Partial<Declaration> = {},
): Declaration {
  return {
    ...{ name, type, args, door: "classes", account: "default" },
    ...{
      secret: [],
      unknown: [],
      after: [],
      ignoreChanges: [],
      replaceOnChanges: [],
      formerNames: [],
      timeouts: {},
    },
    ...{ retainOnDelete: false, deleteBeforeReplace: false },
    ...others,
  };
}
