/** What the server tells with the page: replies to what is asked first, by address. */
interface FirstReply {
  readonly status: number;
  readonly body: unknown;
}

// Who comes to a call later than this asks again: the reply is no longer of now.
const keptMs = 10_000;

const replies = new Map<string, FirstReply>();

/** Takes in what the server has told in the page, whatever stands there: in development no server fills it in. */
export function keepFirstReplies(told: string): void {
  if (!told.startsWith('{')) return;
  for (const [url, reply] of Object.entries<FirstReply>(JSON.parse(told).replies ?? {})) replies.set(url, reply);
}

/** The reply that came along with the page, for whoever asks first; undefined when it has to be asked for. */
export function takeFirstReply(url: string): Response | undefined {
  const reply = replies.get(url);
  if (reply === undefined || performance.now() > keptMs) return undefined;
  replies.delete(url);
  return new Response(JSON.stringify(reply.body), { status: reply.status });
}

/** Nothing that was told before a write is true after it. */
export function forgetFirstReplies(): void {
  replies.clear();
}
