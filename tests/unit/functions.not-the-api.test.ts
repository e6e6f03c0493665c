import { describe, expect, test } from "@jest/globals";
import { PlatformError } from "../../sdk/src";
import { FUNCTIONS } from "../support/function-fixtures";
import { NOT_THE_API } from "../support/not-the-api";
import { startPlatform } from "../support/platform";
import { failureOf } from "../support/until";
import { setUpScripted } from "./functions/setup";

describe.each(Object.entries(NOT_THE_API))(
  "a server that replies to every request with 404 and %s",
  (_what, answer) => {
    test.each(FUNCTIONS)(
      "makes $name fail with an error that names the server",
      async ({ plain, prepare, argument }) => {
        const platform = await startPlatform();
        await prepare?.(platform);
        const args = argument(platform);
        await platform.close();
        const { url } = await setUpScripted(() => answer);
        const error = await failureOf(plain(args));
        expect(error).toBeInstanceOf(PlatformError);
        expect(error.message).toContain(`failed: the server at ${url} answered 404 (`);
        expect(error.message).toContain(
          "[server-not-verified]\nCheck `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL)",
        );
      },
    );
  },
);
