import { apiOf, type Reader } from "../platform/api/api";
import { Evidence } from "../platform/evidence/evidence";
import type { Call, GetCall, Send } from "../platform/http/call";
import { systemClock } from "../util/clock";
import { type JsonObject, plainJson } from "../util/json";
import type { Act, Question, World } from "./acts";
import { type Finding, note, unchecked } from "./finding";
import { answerTo, type SharedLists } from "./questions";
import { type Change, isLive, type JsonResource, type Message, type Seen } from "./resource";

/** Where previews perform operations: only questions are asked, each once. What `up` does then is noted. */
export class PreviewWorld implements World<JsonObject> {
  private readonly answers = new Map<string, Promise<unknown>>();
  private readonly listReader: Reader;
  /** A pause takes no time, and the operation goes on. Otherwise it ends there. */
  skipsPauses = false;
  /** The operation ends at the first change, also if the requests are noted. */
  endsAtChange = false;
  /** Nothing shows what a list has after a wait. */
  private hasWaited = false;
  /** The failure of a question. */
  failure: unknown;
  /** What `up` prints until then. */
  readonly said: Finding[] = [];
  /** What `up` does first that is no question, and more than a line or a claim. */
  first: Act<JsonObject> | undefined;

  /** `onRequest` gets each request that `up` sends. Without it, the operation ends at the first one. */
  constructor(
    private readonly resource: JsonResource,
    private readonly reader: Reader,
    private readonly lists: SharedLists,
    private readonly onRequest: ((call: Call) => void) | undefined,
  ) {
    const get = (call: GetCall) => {
      onRequest?.({ ...call, method: "GET" });
      return reader.get(call);
    };
    this.listReader = { ...reader, get };
  }

  async perform(act: Act<JsonObject>): Promise<unknown> {
    switch (act.do) {
      case "read":
        // What a change has led to, nobody knows here.
        return this.first ? "unreadable" : this.read(act.id, act.state);
      case "list":
      case "tasks":
        return this.first || this.hasWaited ? this.pass(act) : this.ask(`${act.do} ${act.which}`, act);
      case "wait for replicas":
        return false;
      case "say":
        if (!this.first) this.said.push(findingOf(act.message));
        return;
      case "await":
        if (act.whose !== "others" && act.whose !== "continued") this.pass(act);
        this.hasWaited = true;
        return [];
      case "pause":
        return this.skipsPauses ? undefined : this.pass(act);
      case "send":
        this.pass(act);
        await this.note(act.step);
        return [];
      case "approval":
        this.pass(act);
        return "unreadable";
    }
  }

  async read(id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    const question = { do: "read", id, state, copies: undefined, isLate: false } as const;
    const seen = (await this.ask(`read ${id}`, question)) as Seen<JsonObject>;
    return isLive(seen) ? { ...seen, state: plainJson(seen.state) as JsonObject } : seen;
  }

  /** Notes what the request of a step is, as if it were sent. */
  async note(step: Change<JsonObject>): Promise<void> {
    const { onRequest } = this;
    if (onRequest === undefined) return;
    const send: Send = (call) => {
      onRequest(call);
      return Promise.reject(new NotSent());
    };
    // The request is known then, or needs a value that is known only during `up`.
    await step.send(apiOf(send, { evidence: new Evidence(send, "", systemClock) })).catch(() => {});
  }

  /** Nobody needs to know what comes after it, or nothing shows it. */
  private pass(act: Act<JsonObject>): void {
    this.first ??= act;
    const goesOn = act.do === "send" || act.do === "approval";
    if (!this.onRequest || this.endsAtChange || !goesOn) throw new Passed();
  }

  private ask(key: string, question: Question<JsonObject>): Promise<unknown> {
    const reader = question.do === "read" ? this.reader : this.listReader;
    const asked = this.answers.get(key) ?? answerTo(question, this.resource, reader, this.lists.list);
    this.answers.set(key, asked);
    return asked.catch((failure: unknown) => {
      this.failure = failure;
      throw failure;
    });
  }
}

function findingOf(message: Message): Finding {
  return typeof message === "string" ? note(message) : unchecked(message.message);
}

/** The end of an operation in a preview. */
class Passed extends Error {}

class NotSent extends Error {}
