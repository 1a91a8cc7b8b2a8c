import type { FastifyReply } from 'fastify';

// An error takes longer to make than most of a short reply, so all signals share one.
const over = new DOMException('The client has left or has the whole reply', 'AbortError');

/** Returns a signal that aborts when the client has left or has received the whole reply. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort(over);
  const gone = new AbortController();
  raw.once('close', () => gone.abort(over));
  return gone.signal;
}
