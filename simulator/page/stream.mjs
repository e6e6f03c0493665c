/** The simulator's control endpoints, with the token that the user has given. */

// Kept for this tab alone. A header carries the token: an address would be in histories and logs.
const TOKEN = "cloudplatform-simulator-token";

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

export function hasToken() {
  return sessionStorage.getItem(TOKEN) !== null;
}

function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** A reply that is no success, with the simulator's sentence. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function call(method, path, body) {
  const response = await fetch(`/_simulator${path}`, {
    method,
    headers: { ...headers(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await refusalOf(response);
}

/** Calls `onEvent` with each event, until the connection ends. `EventSource` cannot send a token. */
export async function follow(onEvent) {
  const response = await fetch("/_simulator/events", { headers: headers() });
  if (!response.ok) throw await refusalOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = `${rest}${value}`.split("\n\n");
    rest = parts.pop();
    for (const part of parts) onEvent(JSON.parse(part.replace(/^data: /, "")));
  }
}

async function refusalOf(response) {
  const reply = await response.json().catch(() => ({}));
  return new Refusal(response.status, reply.message ?? response.statusText);
}
