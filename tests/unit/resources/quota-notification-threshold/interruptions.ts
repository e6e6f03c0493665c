import type { Interruptions } from "../../../support/interruption";

const CLIENTS = [1, 2, 3];

function declare(threshold: number): string {
  return CLIENTS.map(
    (clientId) =>
      `new cloudplatform.QuotaNotificationThreshold("c${clientId}", { clientId: ${clientId}, threshold: ${threshold} });`,
  ).join("\n");
}

const pointsOf = (method: string) => [
  `before ${method} /cloud/v2/client_quotas/1/notification_threshold`,
  `after ${method} /cloud/v2/client_quotas/2/notification_threshold`,
  `answered ${method} /cloud/v2/client_quotas/3/notification_threshold`,
];

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    name: "QuotaNotificationThreshold",
    type: "QuotaNotificationThreshold",
    objects: ({ quotas }) =>
      quotas.thresholds().map(({ client_id, threshold }) => ({ id: String(client_id), threshold })),
    recorded: ({ id, outputs }) => ({ id, threshold: outputs.threshold }),
    runs: [
      {
        action: "sets three thresholds",
        program: declare(70),
        points: pointsOf("PUT"),
        expectedObjects: CLIENTS.map(() => ({ threshold: 70 })),
      },
      {
        action: "changes three thresholds",
        program: declare(90),
        points: pointsOf("PUT"),
        expectedObjects: CLIENTS.map(() => ({ threshold: 90 })),
      },
      { action: "deletes three thresholds", program: "", points: pointsOf("DELETE"), expectedObjects: [] },
    ],
  },
];
