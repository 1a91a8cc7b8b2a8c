import type { FastifyReply } from 'fastify';

/** Aborted when nobody waits for the reply any more, or has it whole. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
