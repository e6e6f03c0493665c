/** A mistake on the command line, as a sentence for the user. */
export class UsageError extends Error {}

export const usage = `Usage: cloudplatform-simulator [options]

Serves the cloud platform's HTTP API on this machine, with nothing behind it.

  --port PORT              port to listen on, 0 for a free one (8080)
  --host ADDRESS           address to listen on (127.0.0.1)
  --api-key KEY            accepted key, repeatable (simulator-key)
  --documented-only        serve the documented operations alone
  --task-path PATH         where tasks are read: both, /v1/tasks or /cloud/v1/tasks (both)
  --task-time TIME         how long tasks take: 5s-10s, 2s, 500ms or 0 (5s-10s)
  --router PROJECT/REGION[/UUID[/NAME]]
                           a router that is there from the start, repeatable
  --seed NUMBER            makes ids and the duration of tasks repeatable
  --quiet                  print no line for each request
  --help                   print this and exit
  --version                print the version and exit`;
