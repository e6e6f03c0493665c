import { expect, test } from "@jest/globals";
import { NO_ENGINE } from "../../../../sdk/src/cli/reader";
import { Account } from "../../../../sdk/src/doors/plugin/account";
import { invoke } from "../../../../sdk/src/doors/plugin/functions";
import { Session } from "../../../../sdk/src/provider/session";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";

// Functions of programs in other languages. tests/languages/sdks.exhaustive.test.ts has them with the real CLI.

test.each(["constructor", "__proto__", "toString", "", "cloudplatform:index:constructor"])(
  "the token %j is that of no function",
  async (token) => {
    const called = invoke(
      new messages.InvokeRequest().setTok(token),
      new Session({ engine: NO_ENGINE }),
      new Account(),
      false,
    );
    await expect(called).rejects.toThrow(`${token} is neither a resource nor a function`);
    await expect(called).rejects.toThrow("[unknown-type-token]");
  },
);
