import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client has left or has received the whole reply. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
