import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readConfiguration } from "../../../sdk/src/platform/configuration";
import { ConfigurationError, SETTING_NAMES } from "../../../sdk/src/platform/settings";
import { settingsOf } from "../../support/settings";

const complete = { apiKey: "a-key-of-an-account", baseUrl: "https://api.example.com" };

const read = (settings: Record<string, string> = {}, environment: NodeJS.ProcessEnv = {}) =>
  readConfiguration(settingsOf({ ...complete, ...settings }), environment);

/** The messages for an invalid configuration. */
function refused(settings: Record<string, string>, environment: NodeJS.ProcessEnv = {}): string[] {
  try {
    readConfiguration(settingsOf(settings), environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    const { code, message } = error as ConfigurationError;
    if (message.startsWith("cloudplatform:")) expect(message.split("\n")[0]).toContain(`[${code}]`);
    return message.split("\n");
  }
  throw new Error("nothing was refused");
}

test("an invalid proxy variable is an error, unless the platform needs no proxy", () => {
  expect(refused(complete, { https_proxy: "socks5://user:pass-word@proxy.example.com:1080" })).toEqual([
    "The environment variable https_proxy is not the address of a proxy, such as http://proxy.example.com:3128 [proxy-variable-invalid]",
  ]);
  expect(read({}, { https_proxy: "socks5://p", no_proxy: "api.example.com" })).toMatchObject(complete);
});

describe("the sources of settings", () => {
  test("have keys of the package's own namespace only", () => {
    const readKeys: string[] = [];
    const spy = { get: (key: string) => void readKeys.push(key) };
    expect(() => readConfiguration(spy, {})).toThrow(ConfigurationError);
    expect(readKeys).toEqual(SETTING_NAMES.map((name) => `cloudplatform:${name}`));
  });

  test("may lack everything but the key and the base URL", () => {
    expect(read()).toEqual({
      ...complete,
      requestTimeout: 30_000,
      taskTimeout: 20 * 60_000,
      maxRetries: 4,
      maxConcurrentRequests: 20,
      ifExists: "fail",
      previewReads: true,
    });
  });

  test("prefer the configuration to the environment", () => {
    const environment = {
      CLOUDPLATFORM_API_KEY: "key-of-the-environment",
      CLOUDPLATFORM_BASE_URL: "https://environment.example.com",
    };
    expect(read({}, environment)).toMatchObject(complete);
    const fromEnvironment = readConfiguration(settingsOf({}), environment);
    expect([fromEnvironment.apiKey, fromEnvironment.baseUrl]).toEqual(Object.values(environment));
    expect(readConfiguration(settingsOf({ apiKey: "key-of-the-stack" }), environment)).toMatchObject({
      apiKey: "key-of-the-stack",
      baseUrl: "https://environment.example.com",
    });
  });

  test("prefer the environment for the log, which is for one run", () => {
    const environment = { CLOUDPLATFORM_LOG: "environment.jsonl" };
    expect(read({ logFile: "stack.jsonl" }).logFile).toBe("stack.jsonl");
    expect(read({ logFile: "stack.jsonl" }, environment).logFile).toBe("environment.jsonl");
    expect(read({ logFile: "stack.jsonl" }, { CLOUDPLATFORM_LOG: "" }).logFile).toBe("stack.jsonl");
    expect(read({ logFile: "" }).logFile).toBeUndefined();
  });

  test("ignore an empty variable", () => {
    expect(refused({ baseUrl: complete.baseUrl }, { CLOUDPLATFORM_API_KEY: "" })[0]).toContain(
      "cloudplatform:apiKey is missing",
    );
  });
});

test("all missing and invalid settings are reported at once, with the command and the variable", () => {
  expect(refused({})).toEqual([
    "cloudplatform:apiKey is missing [api-key-missing]. Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY. A refresh and `pulumi destroy` use the settings of the last `pulumi up`: if they are set already, add --run-program.",
    "cloudplatform:baseUrl is missing [base-url-missing]. Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL. A refresh and `pulumi destroy` use the settings of the last `pulumi up`: if they are set already, add --run-program.",
  ]);
  const messages = refused({ apiKey: complete.apiKey, maxRetries: "many", taskTimeout: "long" });
  expect(messages.map((sentence) => sentence.split(" ")[0])).toEqual([
    "cloudplatform:baseUrl",
    "cloudplatform:taskTimeout",
    "cloudplatform:maxRetries",
  ]);
});

test.each([
  ["https://api.example.com///", "https://api.example.com"],
  ["https://api.example.com/gateway/", "https://api.example.com/gateway"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["HTTPS://API.example.com", "HTTPS://API.example.com"],
])("the base URL %s becomes %s", (baseUrl, accepted) => {
  expect(read({ baseUrl }).baseUrl).toBe(accepted);
});

test.each(["12345678", "12345$abc_DEF", "ab+cd/ef==", "x".repeat(5000), "!\"#%&'()*,-.:;<=>?@[\\]^`{|}~"])(
  "the key may consist of any visible characters: %s",
  (apiKey) => expect(read({ apiKey }).apiKey).toBe(apiKey),
);

test("durations have the format of Pulumi", () => {
  expect(read({ requestTimeout: "1m30s", taskTimeout: "2h" })).toMatchObject({
    requestTimeout: 90_000,
    taskTimeout: 7_200_000,
  });
});

test("numbers may have their bounds", () => {
  const [least, most] = [
    { maxRetries: 0, maxConcurrentRequests: 1 },
    { maxRetries: 20, maxConcurrentRequests: 1000 },
  ];
  expect(read({ maxRetries: "0", maxConcurrentRequests: "1" })).toMatchObject(least);
  expect(read({ maxRetries: "20", maxConcurrentRequests: "1000" })).toMatchObject(most);
});

const DURATIONS = ["requestTimeout", "taskTimeout"];

test.each<[sentence: string, code: string, values: string[]]>([
  [
    "baseUrl must begin with https://",
    "base-url-without-scheme",
    ["api.example.com", "", "ftp://a.test", "//a.test"],
  ],
  ["baseUrl is not a valid address", "base-url-invalid", ["https://", "https://a b", "https://a.test:99999"]],
  [
    "baseUrl must not hold a user name or password",
    "base-url-with-credentials",
    ["https://user:secret@a.test", "https://user@a.test", "https://:secret@a.test"],
  ],
  [
    "baseUrl must not have a ? or # part",
    "base-url-with-query",
    ["https://a.test?key=1", "https://a.test/#top", "https://a.test/?"],
  ],
  [
    "apiKey is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
    "api-key-invalid",
    ["", "two words", "a-key-of-an-account\n", "a-key\r\nX-Injected: 1", "kéy-of-an-account", "a\u0000b"],
  ],
  ...DURATIONS.flatMap(
    (name): Array<[string, string, string[]]> => [
      [
        `${name} must be a duration of 1ms or more, such as "`,
        "duration-invalid",
        ["30", "soon", "", "-1s", "0s", "0.5ms"],
      ],
      [`${name} must be a duration of 504h or less`, "duration-too-long", ["600h"]],
    ],
  ),
  ['ifExists must be "fail", "adopt" or "create"', "if-exists-invalid", ["partial"]],
  ['previewReads must be "true" or "false"', "preview-reads-invalid", ["yes"]],
  [
    "maxRetries must be a whole number from 0 to 20, such as 4",
    "number-invalid",
    ["21", "-1", "1.5", "", " ", "1e1", "0x1", "NaN", "9".repeat(400)],
  ],
  [
    "maxConcurrentRequests must be a whole number from 1 to 1000, such as 20",
    "number-invalid",
    ["0", "1001", "all", ""],
  ],
])("%s, or the error is [%s]: %j", (sentence, code, values) => {
  const [name = ""] = sentence.split(" ");
  for (const value of values) {
    const [message, ...others] = refused({ ...complete, [name]: value });
    expect(message).toContain(`cloudplatform:${sentence}`);
    expect(message).toContain(`[${code}]`);
    expect(others).toEqual([]);
  }
});

test("an error names the environment variable that has the value", () => {
  const environment = { CLOUDPLATFORM_BASE_URL: "https://user@api.example.com" };
  expect(refused({ apiKey: complete.apiKey }, environment)).toEqual([
    "CLOUDPLATFORM_BASE_URL must not hold a user name or password [base-url-with-credentials]. The key goes into cloudplatform:apiKey (or CLOUDPLATFORM_API_KEY).",
  ]);
});

test("errors quote no value, because users confuse the key with other settings", () => {
  const value = fc.string({ unit: "grapheme-ascii", minLength: 12, maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(...SETTING_NAMES), value, (name, text) => {
      try {
        read({ [name]: text });
      } catch (error) {
        expect((error as Error).message).not.toContain(text);
      }
    }),
    { numRuns: 500 },
  );
});
