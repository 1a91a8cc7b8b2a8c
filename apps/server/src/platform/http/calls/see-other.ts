import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where a browser that passes by goes on: a path of ours, or the address of whom we send it to. */
export class SeeOther {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

/** 303, so that whatever brought the browser here is asked for with GET from there on. */
export function sendOn(reply: FastifyReply, location: string): FastifyReply {
  return reply.redirect(location, 303);
}

/** Whether somebody sits before it who would be shown the bare refusal. */
export function readsPages({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
