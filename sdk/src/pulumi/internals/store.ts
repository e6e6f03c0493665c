/** What Pulumi's SDK knows of the stack that runs in this process. Not in the types of the SDK (seen in 3.249 to 3.270). */
interface Store {
  settings: {
    options: { engineAddr?: string; project?: string; stack?: string; organization?: string };
  };
  supportsTransforms?: boolean;
  /** Exists once the program has registered a callback, such as a transform. */
  callbacks?: { awaitStackRegistrations(): Promise<void> };
}

export const { getStore }: { getStore(): Store } = require("@pulumi/pulumi/runtime/state");
