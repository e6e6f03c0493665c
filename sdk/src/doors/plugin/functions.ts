import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { handlerLoaders } from "../../functions/handlers";
import { validate } from "../../operation/inputs/validate";
import { ResourceFailure } from "../../provider/failures";
import type { Session } from "../../provider/session";
import { callPlatform, previewCall } from "../../pulumi/function-call";
import { messages } from "../../pulumi/internals/protocol";
import { pluginToken } from "../../pulumi/names";
import { plainJson } from "../../util/json";
import { secretMask } from "../../util/secrets";
import type { Account } from "./account";
import { invalidArguments, PLUGIN } from "./errors";
import { received, struct, withPythonNames } from "./values";

/** Calls a function of the schema. */
export async function invoke(
  request: requests.InvokeRequest,
  session: Session,
  account: Account,
  /** Undefined: the engine does not say whether it previews. */
  preview: boolean | undefined,
): Promise<requests.InvokeResponse> {
  const token = request.getTok();
  const { values: args, secret } = received(request.getArgs());
  const mask = secretMask(secret, args);
  const name = token.replace(/^.*:/, "");
  try {
    const load = token === pluginToken(name) ? handlerLoaders.get(name) : undefined;
    if (!load) throw PLUGIN.unknownToken.error({ token });
    const handler = load();
    const failures = validate(handler.args, args, "function");
    if (failures.length > 0) throw invalidArguments(name, withPythonNames(failures));
    if (handler.outcomes && preview === undefined) throw PLUGIN.unknownPreview.error({ name });
    const platform = session.accounts.get(account);
    // The engine refuses unknown values in the result of a function.
    const result =
      handler.outcomes && preview
        ? previewCall(name, handler, args, null)
        : await callPlatform(name, handler, args, platform, { mask, warn: (text) => session.warn(text) });
    const values = plainJson(result);
    // All of a result is secret if an argument is.
    const names = secret.length > 0 ? Object.keys(values) : [];
    return new messages.InvokeResponse().setReturn(struct(values, names));
  } catch (error) {
    throw new ResourceFailure(session.printed(error), mask);
  }
}
