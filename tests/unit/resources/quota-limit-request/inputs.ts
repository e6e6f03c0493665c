import type { JsonObject } from "../../../../sdk/src/util/json";
import { missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

/** The limits of a region, as a program declares them. */
export const region = (regionId: number) => ({ regionId, cpuCountLimit: 200 });

const more = { description: "Load test in March", requestedLimits: { regionalLimits: [region(76)] } };

const LIMIT = "must be a limit: a whole number";
const NOTHING = "asks for nothing; name at least one limit in globalLimits or regionalLimits";
const WHY = "must be a text: why the limits are needed";
const REGION = "must be the number of a region: a whole number";

const requested = (requestedLimits: unknown) => ({ ...more, requestedLimits }) as JsonObject;
const globals = (globalLimits: unknown) => requested({ globalLimits });
const regions = (...regionalLimits: unknown[]) => requested({ regionalLimits });

export const inputs: InputsFixture = {
  minimal: more,
  full: [
    {
      description: "Load test in March",
      requestedLimits: {
        globalLimits: { projectCountLimit: 40 },
        regionalLimits: [region(76), { regionId: 77, routerCountLimit: 0 }],
      },
      waitForDecision: true,
    },
  ],
  ids: {},
  invalid: {
    description: [[{ requestedLimits: more.requestedLimits }, missing(WHY)]],
    requestedLimits: [
      [{ description: "More" }, missing("must be an object: { globalLimits, regionalLimits }")],
      [requested({}), NOTHING],
    ],
    "requestedLimits.cpuCountLimit": [
      [{ ...more, requestedLimits: { ...more.requestedLimits, cpuCountLimit: 1 } }, UNKNOWN_PROPERTY],
    ],
    "requestedLimits.globalLimits": [
      [globals(null), "must be an object of limits, such as { projectCountLimit: 10 }"],
    ],
    "requestedLimits.regionalLimits": [
      [requested({ regionalLimits: null }), "must be a list of regions, each with its limits"],
    ],
    "requestedLimits.globalLimits.projectCountLimit": [
      [globals({ projectCountLimit: 0.5 }), LIMIT],
      [globals({ projectCountLimit: 2 ** 60 }), LIMIT],
    ],
    "requestedLimits.globalLimits.cpuCountLimit": [
      [globals({ projectCountLimit: 1, cpuCountLimit: 1 }), UNKNOWN_PROPERTY],
    ],
    "requestedLimits.regionalLimits[0].regionId": [
      [regions({ cpuCountLimit: 1 }), missing(REGION)],
      [regions({ regionId: 0, cpuCountLimit: 1 }), "must be the number of a region: 1 or more"],
    ],
    "requestedLimits.regionalLimits[0]": [
      [regions({ regionId: 76 }), "asks for no limit; name at least one beside regionId"],
    ],
    "requestedLimits.regionalLimits[2].regionId": [
      [regions(region(76), region(77), region(76)), "names a region that is in the list already"],
    ],
    status: [[{ ...more, status: "done" }, UNKNOWN_PROPERTY]],
    requested_limits: [[{ ...more, requested_limits: {} }, misspelt("requestedLimits")]],
  },
  printed: {
    args: regions({ regionId: 76, cpuCountLimit: 0.5 }),
    property: "requestedLimits.regionalLimits[0].cpuCountLimit",
    reason: LIMIT,
  },
  invalidTogether: [
    [
      "properties, also between them",
      {
        description: 1,
        requestedLimits: {
          globalLimits: { projectCountLimit: 0.5, typo: 1 },
          regionalLimits: [{ regionId: 76 }, { regionId: 76, ramLimit: "1" }, 76],
        },
        waitForDecision: 1,
      },
      [
        "description",
        "requestedLimits.globalLimits.projectCountLimit",
        "requestedLimits.globalLimits.typo",
        "requestedLimits.regionalLimits[0]",
        "requestedLimits.regionalLimits[1].ramLimit",
        "requestedLimits.regionalLimits[1].regionId",
        "requestedLimits.regionalLimits[2]",
        "waitForDecision",
      ],
    ],
  ],
  unknown: [
    ["all regions", requested({ regionalLimits: UNKNOWN })],
    ["each region", regions(UNKNOWN, UNKNOWN)],
    [
      "parts of regions",
      regions({ regionId: UNKNOWN, ramLimit: UNKNOWN }, { regionId: 76, cpuCountLimit: UNKNOWN }),
    ],
    [
      "two regions that might be the same",
      regions({ regionId: UNKNOWN, ramLimit: 1 }, { regionId: UNKNOWN, ramLimit: 1 }),
    ],
  ],
  failures: [
    [
      "a region without limits beside unknown values",
      {
        description: UNKNOWN,
        requestedLimits: { globalLimits: UNKNOWN, regionalLimits: [{ regionId: UNKNOWN }] },
      },
      { "requestedLimits.regionalLimits[0]": "asks for no limit; name at least one beside regionId" },
    ],
  ],
};
