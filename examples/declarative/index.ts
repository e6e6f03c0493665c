import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// A stack that is declared only in configuration, for example with `pulumi config set --path 'routers.edge.projectId' 1234`.
// A resource of another account sets `account: reseller`. The key of this account is in `accounts.reseller.apiKey`, set with
// --secret.
const config = new pulumi.Config();
const accounts = config.getSecretObject<Record<string, cloudplatform.ProviderArgs>>("accounts");
const providers = new Map<string, cloudplatform.Provider>();

type Kind<Args> = new (name: string, args: Args, opts: pulumi.CustomResourceOptions) => pulumi.CustomResource;

/** Creates all resources of one kind from the configuration, and returns their ids. */
function declare<Args>(key: string, Resource: Kind<Args>): Record<string, pulumi.Output<string>> {
  const declared = config.getObject<Record<string, Args & { account?: string }>>(key) ?? {};
  return Object.fromEntries(
    Object.entries(declared).map(([name, { account, ...args }]) => {
      const opts = account === undefined ? {} : { provider: providerOf(account) };
      return [name, new Resource(name, args as Args, opts).id];
    }),
  );
}

function providerOf(account: string): cloudplatform.Provider {
  const known = providers.get(account);
  if (known) return known;
  const setting = (name: "apiKey" | "baseUrl") =>
    pulumi.output(accounts).apply((all) => {
      const settings = all?.[account];
      if (!settings?.apiKey)
        throw new pulumi.RunError(
          `the account "${account}" has no key: pulumi config set --secret --path 'accounts.${account}.apiKey'`,
        );
      return settings[name];
    });
  const made = new cloudplatform.Provider(account, {
    apiKey: setting("apiKey"),
    baseUrl: setting("baseUrl"),
  });
  providers.set(account, made);
  return made;
}

const kinds = {
  routers: declare("routers", cloudplatform.Router),
  quotaNotificationThresholds: declare(
    "quotaNotificationThresholds",
    cloudplatform.QuotaNotificationThreshold,
  ),
  quotaLimitRequests: declare("quotaLimitRequests", cloudplatform.QuotaLimitRequest),
  edgeGroupMemberships: declare("edgeGroupMemberships", cloudplatform.EdgeGroupMembership),
  resellerNotificationSettings: declare(
    "resellerNotificationSettings",
    cloudplatform.ResellerNotificationSettings,
  ),
  certificateForceRetries: declare("certificateForceRetries", cloudplatform.CertificateForceRetry),
};

// A misspelt kind is an error: otherwise the program would ignore its resources.
const prefix = `${pulumi.getProject()}:`;
for (const key of Object.keys(pulumi.runtime.allConfig()).filter((name) => name.startsWith(prefix))) {
  const name = key.slice(prefix.length);
  if (name !== "accounts" && !(name in kinds))
    throw new pulumi.RunError(`there is no kind "${name}" in this stack: ${Object.keys(kinds).join(", ")}`);
}

/** The ids of the declared resources, by kind and name. */
export const ids = Object.fromEntries(
  Object.entries(kinds).filter(([, made]) => Object.keys(made).length > 0),
);
