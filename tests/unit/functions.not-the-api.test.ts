import { expect, test } from "@jest/globals";
import { PlatformError } from "../../sdk/src";
import { FUNCTIONS } from "../support/function-fixtures";
import { NOT_THE_API } from "../support/not-the-api";
import { startPlatform } from "../support/platform";
import type { ScriptedReply } from "../support/scripted-server";
import { failureOf } from "../support/until";
import { setUpScripted } from "./functions/setup";

// platform/verify-api.test.ts has the other replies of servers that are not the API.

test.each(FUNCTIONS)(
  "$name fails with an error that names the server if each request is answered 404 in place of the API",
  async ({ plain, prepare, argument }) => {
    const platform = await startPlatform();
    await prepare?.(platform);
    const args = argument(platform);
    await platform.close();
    const { url } = await setUpScripted(() => NOT_THE_API["a page"] as ScriptedReply);
    const error = await failureOf(plain(args));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error.message).toContain(`failed: the server at ${url} answered 404 (`);
    expect(error.message).toContain(
      "[server-not-verified]\nCheck `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL)",
    );
  },
);
