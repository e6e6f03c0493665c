import { ratioGoal } from "../figure.mjs";
import { median } from "../support/samples.mjs";
import { inTurn, withStacks } from "../support/turns.mjs";
import { yamlProgram } from "../support/yaml.mjs";

// What a program costs whose resources the plugin serves, beside the same one in JavaScript.

/** @type {import("../register.mjs").Measurement} */
export const languages = {
  name: "languages",
  title: "Pulumi YAML beside JavaScript",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    log(`${count} routers of each program`);
    const samples = [];
    for (let index = 0; index < repeat; index++) samples.push(await sample(count));
    return { figures: figuresOf(count, samples) };
  },
};

const GOALS = { up: ratioGoal(1.05), "up without changes": ratioGoal(0.8), state: ratioGoal(1) };

/** The values of JavaScript and of YAML. */
function sample(count) {
  return withStacks(["routers", "empty"], { count, taskTime: 0 }, async (stacks) => {
    stacks[1].write("Pulumi.yaml", yamlProgram(count));
    const created = await inTurn(stacks, "up");
    const repeated = await inTurn(stacks, "up");
    return stacks.map((stack, index) => ({
      up: created[index].seconds,
      "up without changes": repeated[index].seconds,
      state: bytesOf(stack.resources()) / count,
    }));
  });
}

/** Without the positions in the program: those of YAML are frames of Pulumi's host. */
function bytesOf(resources) {
  const routers = resources.filter(({ type }) => type.endsWith("Router"));
  return JSON.stringify(routers.map(({ stackTrace: _, sourcePosition: __, ...others }) => others)).length;
}

function figuresOf(count, samples) {
  return Object.entries(GOALS).map(([what, goal]) => {
    const [javascript, yaml] = [0, 1].map((program) => median(samples.map((one) => one[program][what])));
    return {
      what: what === "state" ? "state of each router, without positions" : `${count} routers, ${what}`,
      unit: what === "state" ? "B" : "s",
      value: yaml,
      baseline: javascript,
      against: "JavaScript",
      goal,
    };
  });
}
