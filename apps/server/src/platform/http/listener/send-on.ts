import type { FastifyReply, FastifyRequest } from 'fastify';

/** 303, so that whatever brought the browser here is asked for with GET from there on. */
export function sendOn(reply: FastifyReply, location: string): FastifyReply {
  return reply.redirect(location, 303);
}

/** Whether somebody sits before it who would be shown the bare refusal. */
export function readsPages({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
