import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { handlerLoaders } from "../../functions/handlers";
import { validate } from "../../operation/inputs/validate";
import { ResourceFailure } from "../../provider/failures";
import type { Session } from "../../provider/session";
import type { FunctionHandler } from "../../pulumi/function-call";
import { callPlatform, noteCall } from "../../pulumi/function-call";
import { messages } from "../../pulumi/internals/protocol";
import { type JsonObject, plainJson } from "../../util/json";
import { secretMask } from "../../util/secrets";
import type { Account } from "./account";
import { InvalidArguments, PLUGIN } from "./errors";
import { schema } from "./schema";
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
    const { args: schemaOfArgs, outcomes = [], call } = loadHandler(token, name);
    const failures = validate(schemaOfArgs, args, "function");
    if (failures.length > 0) throw new InvalidArguments(name, withPythonNames(failures));
    const isAct = outcomes.length > 0;
    if (isAct && preview === undefined) throw PLUGIN.unknownPreview.error({ name });
    const platform = session.accounts.get(account);
    if (isAct && preview) return previewed(name, args, outcomes, secret);
    const warn = async ({ message }: Error) => session.warn(mask(message));
    const result = await callPlatform(name, platform, (api) => call(args, { ...api, warn }), mask);
    return resultOf(plainJson(result), secret);
  } catch (error) {
    throw new ResourceFailure(session.printed(error), mask);
  }
}

/** The engine refuses unknown values in the result of a function. */
function previewed(name: string, args: JsonObject, outcomes: readonly string[], secret: readonly string[]) {
  noteCall(name);
  const values = { ...args, ...Object.fromEntries(outcomes.map((outcome) => [outcome, null])) };
  return resultOf(values, secret);
}

/** All of a result is secret if an argument is. */
function resultOf(values: JsonObject, secret: readonly string[]): requests.InvokeResponse {
  const names = secret.length > 0 ? Object.keys(values) : [];
  return new messages.InvokeResponse().setReturn(struct(values, names));
}

function loadHandler(token: string, name: string): FunctionHandler<object, object> {
  const load = handlerLoaders.get(name);
  if (!load || !Object.hasOwn(schema().functions, token)) throw PLUGIN.unknownToken.error({ token });
  return load();
}
