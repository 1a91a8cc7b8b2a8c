/** What the server tells with the page: replies to what is asked first, by address. */
interface FirstReply {
  readonly status: number;
  readonly body: unknown;
}

// Who comes to a call later than this asks again: the reply is no longer of now.
const keptMs = 10_000;

let replies = new Map(Object.entries(toldWithPage()));

/** The reply that came along with the page, for whoever asks first; undefined when it has to be asked for. */
export function takeFirstReply(url: string): Response | undefined {
  const reply = replies.get(url);
  if (reply === undefined || performance.now() > keptMs) return undefined;
  replies.delete(url);
  return new Response(JSON.stringify(reply.body), { status: reply.status });
}

/** Nothing that was told before a write is true after it. */
export function forgetFirstReplies(): void {
  replies = new Map();
}

function toldWithPage(): Record<string, FirstReply> {
  const text = document.getElementById('boot')?.textContent ?? '';
  // In development no server fills it in.
  return text.startsWith('{') ? (JSON.parse(text).replies ?? {}) : {};
}
