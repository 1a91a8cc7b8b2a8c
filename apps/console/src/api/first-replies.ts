import type { Call, CallReply } from '@usance/api/call';
import { type CallInput, urlOf } from '@usance/api/request';

/** The replies that the server embeds in the page, by address. */
interface FirstReply {
  readonly status: number;
  readonly body: unknown;
}

// Later calls ask again, because the reply is outdated.
const keptMs = 10_000;

const replies = new Map<string, FirstReply>();

/** Reads the replies embedded in the page; in development no server fills them in. */
export function keepFirstReplies(told: string): void {
  if (!told.startsWith('{')) return;
  for (const [url, reply] of Object.entries<FirstReply>(JSON.parse(told).replies ?? {})) replies.set(url, reply);
}

/** Returns the embedded reply once; undefined if the call must be made. */
export function takeFirstReply(url: string): Response | undefined {
  const reply = take(url);
  return reply && new Response(JSON.stringify(reply.body), { status: reply.status });
}

/** Returns the body of a call's embedded reply once, for figures that the page is first drawn with. */
export function toldReply<C extends Call>(wanted: C, input: CallInput<C>): CallReply<C> | undefined {
  const reply = take(urlOf(wanted, input));
  return reply?.status === 200 ? (reply.body as CallReply<C>) : undefined;
}

function take(url: string): FirstReply | undefined {
  const reply = replies.get(url);
  if (reply === undefined || performance.now() > keptMs) return undefined;
  replies.delete(url);
  return reply;
}

/** Drops the embedded replies, since a write may have outdated them. */
export function forgetFirstReplies(): void {
  replies.clear();
}
