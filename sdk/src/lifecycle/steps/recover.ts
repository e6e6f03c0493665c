import type { Api } from "../../platform/api/deployment";
import type { PlatformError } from "../../platform/http/error";
import { TaskFailed } from "../../platform/tasks/task";
import type { OperationContext } from "../handler";
import { findCreated } from "./change";
import { findNew } from "./created";
import type { Created, Creation } from "./creation";

/** Finds the object of a creation whose reply was lost. Throws the error of the request if no object is found. */
export async function recoverCreated<R>(
  creation: Creation<R>,
  error: PlatformError,
  before: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  if (before === undefined) throw error.withKind(creation.errors.uncertain);
  const find = (api: Api) => findNew(creation, () => creation.list(api), before, context);
  const object = await findCreated(context, find).catch(() => undefined);
  if (object === undefined) throw error;
  const id = creation.idOf(object);
  context.save({ id, known: creation.known });
  const task = creation.tasks?.currentOf(object);
  if (task)
    await context.awaitTasks([task]).catch((failure: unknown) => {
      // The object of a failed task does not exist.
      if (failure instanceof TaskFailed) context.save();
      throw failure;
    });
  return { id, object };
}
