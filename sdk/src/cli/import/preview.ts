import { compileFunction } from "node:vm";
import { serveProgram } from "../../pulumi/internals/inline-program";
import * as cloudplatform from "../../resources";
import { runtimeConfig, type StackConfig } from "../../stack/config";
import { declareStack } from "../../stack/declare";
import type { JsonObject } from "../../util/json";
import type { PreviewOutput } from "../pulumi";
import { parseYaml } from "../yaml";
import type { StackAccount } from "./account";
import type { Declaration, Options } from "./declaration";
import { StandIns } from "./stand-ins";
import { optionVariables, typescriptStatements } from "./typescript";

/** The preview of the printed statements alone, with stand-ins for the resources that they refer to. */
export function previewStatements(
  declarations: readonly Declaration[],
  options: Options,
  account: StackAccount,
): Promise<PreviewOutput | undefined> {
  const text = typescriptStatements(declarations, options).join("\n");
  const variables = optionVariables(options);
  const program = compileFunction(text, ["cloudplatform", ...variables.map(([, variable]) => variable)]);
  return preview(account, () => {
    const standIns = new StandIns(account.resources);
    const values = {
      parent: () => standIns.parent(account.parent as string),
      provider: () => account.provider && standIns.provider(account.provider),
    };
    program(cloudplatform, ...variables.map(([option]) => values[option]()));
  });
}

/** The preview of a declarative stack whose stack file has the printed entries as well. */
export function previewEntries(text: string, account: StackAccount): Promise<PreviewOutput | undefined> {
  const { config } = parseYaml(text, "the printed entries") as { config: Record<string, JsonObject> };
  return preview(account, () => {
    declareStack(withEntries(runtimeConfig(), config));
  });
}

async function preview({ pulumi }: StackAccount, program: () => void): Promise<PreviewOutput | undefined> {
  const served = await serveProgram(program);
  if (served === undefined) return undefined;
  try {
    return await pulumi.previewProgram(served.address);
  } finally {
    served.close();
  }
}

function withEntries(config: StackConfig, added: Record<string, JsonObject>): StackConfig {
  const [shared, own] = [new Map(config.shared), new Map(config.own)];
  for (const [key, entries] of Object.entries(added)) {
    const [namespace, kind] = key.split(":") as [string, string];
    const section = namespace === config.project ? own : shared;
    const { value = {}, isSecret = false } = section.get(kind) ?? {};
    section.set(kind, { value: { ...(value as JsonObject), ...entries }, isSecret });
  }
  return { ...config, shared, own };
}
