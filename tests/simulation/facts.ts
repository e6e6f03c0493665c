/** What the model of the engine takes for a fact of Pulumi, and the test with the real CLI that shows it: file and title. */
export const FACTS: Array<[fact: string, file: string, title: string]> = [
  [
    "an update begins with check and diff, and its steps send what the preview showed",
    "tests/engine/lifecycle.test.ts",
    "another name is shown in the preview, and sends the name only",
  ],
  [
    "a replacement creates the new object before it deletes the old one",
    "tests/engine/lifecycle.test.ts",
    "another region replaces the router: the new one is created before the old one is deleted",
  ],
  [
    "a partial failure is in the state, and the next run updates it",
    "tests/engine/interrupted.test.ts",
    "creations that exceed their timeouts are in the state, each requested once",
  ],
  [
    "the plugin's partial failure is refreshed before the next update",
    "tests/engine/plugin-interrupted.exhaustive.test.ts",
    "a change that failed half-way is repaired by a plain up, which looks at the object first",
  ],
  [
    "Ctrl-C ends the waits, and no further step begins",
    "tests/engine/interrupted.test.ts",
    "after Ctrl-C during a creation the error names the task, and the next up creates no second router",
  ],
  [
    "a creation that was killed is a pending operation, which stays until somebody clears it",
    "tests/engine/recover.exhaustive.test.ts",
    "recover --check shows what is unclear, with the command that decides it, and leaves no record",
  ],
  [
    "the pending operation of a lost run is what another machine knows of it",
    "tests/engine/recover.exhaustive.test.ts",
    "recover continues a first deployment elsewhere: nothing is created twice, and the next preview is empty",
  ],
  [
    "a target limits creations, changes and refreshes to its resources",
    "tests/engine/targets.test.ts",
    "up --target changes the targeted router, and neither requests nor changes the others",
  ],
  [
    "ignoreChanges puts the old inputs into the place of the declared ones, and an alias keeps the resource",
    "tests/engine/options.exhaustive.test.ts",
    "ignoreChanges, aliases, deleteBeforeReplace and replaceOnChanges have their effect",
  ],
  [
    "replaceOnChanges replaces what the provider would update",
    "tests/engine/options.exhaustive.test.ts",
    "ignoreChanges, aliases, deleteBeforeReplace and replaceOnChanges have their effect",
  ],
  [
    "an object with retainOnDelete leaves the state without a deletion",
    "tests/engine/options.exhaustive.test.ts",
    "sends no DELETE for one with deletedWith, and leaves a retained one",
  ],
  [
    "a refresh stores the inputs that read returns, and removes what is gone",
    "tests/engine/drift.test.ts",
    "each field that somebody changed is drift, also after a refresh",
  ],
  [
    "pulumi import reads an object by its path, and stores what was read as inputs",
    "tests/engine/plugin-import-to-typescript.exhaustive.test.ts",
    "a program takes over what the plugin has imported, and no run shows a change",
  ],
  [
    "a resource moves between the classes and the plugin without a change",
    "tests/engine/plugin-move.exhaustive.test.ts",
    "a stack of TypeScript moves to YAML",
  ],
  [
    "a backend that saves nothing any more ends the run, and its state is the last one saved",
    "tests/engine/interrupted.test.ts",
    "the router of an up whose state was not saved is used by the next one: no state has it",
  ],
];
