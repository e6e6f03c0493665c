import type { Interruptions } from "../../../support/interruption";

const RESELLERS = [1, 2, 3, 4];

const program = (enabled: boolean) =>
  RESELLERS.map((resellerId) => {
    const args = { resellerId, email: "ops@example.com", notificationType: "failed_login", enabled };
    return `new cloudplatform.ResellerNotificationSettings("r${resellerId}", ${JSON.stringify(args)});`;
  }).join("\n");

const expectedObjects = (enabled: boolean) =>
  RESELLERS.map((reseller) => ({ reseller, email: "ops@example.com", type: "failed_login", enabled }));

/** The paths of all settings of a reseller, and of one. */
const all = (reseller: number) => `/iam/reselling/resellers/${reseller}/notification_settings`;
const one = (reseller: number) => `${all(reseller)}/{id}`;

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    name: "ResellerNotificationSettings",
    type: "ResellerNotificationSettings",
    objects: ({ resellers }) =>
      resellers.all().map(({ id, reseller, email, notification_type: type, enabled }) => ({
        id: `${reseller}/${id}`,
        reseller,
        email,
        type,
        enabled,
      })),
    recorded: ({ id, outputs: { resellerId: reseller, email, notificationType: type, enabled } }) => ({
      id,
      reseller,
      email,
      type,
      enabled,
    }),
    runs: [
      {
        action: "creates four settings",
        program: program(true),
        points: [
          `before GET ${all(1)}`,
          `before POST ${all(2)}`,
          `after POST ${all(3)}`,
          `answered POST ${all(4)}`,
        ],
        expectedObjects: expectedObjects(true),
      },
      {
        action: "changes them",
        program: program(false),
        points: [
          `before GET ${one(1)}`,
          `before PUT ${one(2)}`,
          `after PUT ${one(3)}`,
          `answered GET ${one(4)}#2`,
        ],
        expectedObjects: expectedObjects(false),
      },
      {
        action: "deletes them",
        program: "",
        points: [`before DELETE ${one(1)}`, `after DELETE ${one(2)}`, `answered DELETE ${one(3)}`],
        expectedObjects: [],
      },
    ],
  },
];
