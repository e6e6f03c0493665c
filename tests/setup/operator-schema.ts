// What examples/gitops/operator uses of the resources of version 2.3 of the Pulumi Kubernetes Operator and of Kubernetes, with the types
// that the API references describe (`StackSpec` and `ProgramSpec` in pulumi.com/v1, `WorkspaceSpec` in auto.pulumi.com/v1alpha1). Other
// fields are refused, so a misspelt field fails. Add a field here when the example uses it.

const text = { type: "string", minLength: 1 };
const flag = { type: "boolean" };
const quantities = {
  type: "object",
  propertyNames: { enum: ["cpu", "memory", "ephemeral-storage"] },
  additionalProperties: { type: "string", pattern: "^\\d+(\\.\\d+)?(m|Ki|Mi|Gi)?$" },
};

/** An object with these fields and no others. */
function object(properties: Record<string, object>, required: string[] = Object.keys(properties)): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function resource(apiVersion: string, kind: string, fields: Record<string, object>): object {
  const metadata = object({ name: text, namespace: text }, ["name"]);
  return object({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, ...fields });
}

/** Where the value of an environment variable is. */
const variable = {
  oneOf: [
    object({
      type: { const: "Secret" },
      secret: object({ name: text, key: text, namespace: text }, ["name", "key"]),
    }),
    object({ type: { const: "Literal" }, literal: object({ value: text }) }),
  ],
};

const stackSpec = object(
  {
    serviceAccountName: text,
    programRef: object({ name: text }),
    // Since version 2.3, values may have any type of JSON.
    config: { type: "object", propertyNames: { pattern: "^[\\w-]+:\\w+$" } },
    stack: text,
    backend: { ...text, pattern: "^\\w+://" },
    refresh: flag,
    expectNoRefreshChanges: flag,
    continueResyncOnCommitMatch: flag,
    resyncFrequencySeconds: { type: "integer", minimum: 60 },
    envRefs: { type: "object", propertyNames: { pattern: "^[A-Z_]+$" }, additionalProperties: variable },
    workspaceTemplate: object({
      spec: object({ image: text, resources: object({ requests: quantities, limits: quantities }) }),
    }),
  },
  ["stack", "programRef"],
);

const programSpec = object(
  {
    resources: {
      type: "object",
      additionalProperties: object({ type: text, properties: { type: "object" } }),
    },
    outputs: { type: "object" },
  },
  ["resources"],
);

/** The schema of a manifest, by its kind. */
export const MANIFESTS: Record<string, object> = {
  ServiceAccount: resource("v1", "ServiceAccount", {}),
  ClusterRoleBinding: resource("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", {
    roleRef: object({
      apiGroup: { const: "rbac.authorization.k8s.io" },
      kind: { enum: ["Role", "ClusterRole"] },
      name: text,
    }),
    subjects: {
      type: "array",
      minItems: 1,
      items: object({ kind: { const: "ServiceAccount" }, name: text, namespace: text }),
    },
  }),
  Stack: resource("pulumi.com/v1", "Stack", { spec: stackSpec }),
  Program: resource("pulumi.com/v1", "Program", { program: programSpec }),
};
