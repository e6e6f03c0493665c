/** A mistake on the command line, as a sentence for the user. */
export class UsageError extends Error {}

export const usage = `Usage: cloudplatform-simulator [options]

Serves the cloud platform's HTTP API on this machine, with nothing behind it.

  --port PORT              port to listen on, 0 for a free one (8080)
  --host ADDRESS           address to listen on (127.0.0.1)
  --api-key KEY            accepted key, repeatable (simulator-key)
  --admin-key KEY          key for resellers and edge groups, which no other key then
                           does for, repeatable (none: every key does for everything)
  --documented-only        serve the documented operations alone
  --task-path PATH         where tasks are read: both, /v1/tasks or /cloud/v1/tasks (both)
  --task-time TIME         how long tasks take: 5s-10s, 2s, 500ms or 0 (5s-10s)
  --router PROJECT/REGION[/UUID[/NAME]]
                           a router that is there from the start, repeatable
  --certificate ID/STATE   a certificate that is there from the start, repeatable; its state is failed,
                           in-progress, completed, not-attached or not-automated
  --video ID               a video with a subtitle that is there from the start, repeatable
  --fault RULE             what goes wrong, repeatable, as in "status:code=503@GET /v1/tasks/{task_id}#1";
                           the README lists what may
  --seed NUMBER            makes ids, the duration of tasks and faults by chance repeatable
  --quiet                  print no line for each request
  --help                   print this and exit
  --version                print the version and exit`;
