import type { FastifyReply, FastifyRequest } from 'fastify';

/** Redirects with 303, so that the browser follows with GET. */
export function sendOn(reply: FastifyReply, location: string): FastifyReply {
  return reply.redirect(location, 303);
}

/** True if the client is a browser that would show the bare refusal to a person. */
export function readsPages({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
