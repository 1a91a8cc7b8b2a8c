import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, Refusal } from '../../../refusal.ts';
import { sendProblem } from './problem.ts';
import { replyHeaders } from './reply-headers.ts';

/**
 * Answers an address that the router refuses before it looks for a route. No hook has run, so this sets the headers.
 */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(replyHeaders(request.id));
  sendProblem(addressRefusal(error), request, reply);
}

/** Our own words, because the framework's repeat the whole address. */
function addressRefusal(error: FastifyError): Error {
  if (error.statusCode === 414) return new Refusal('URI_TOO_LONG', 'The address is too long.');
  return error.statusCode === 400 ? invalidParameter('', 'The address is not valid UTF-8.') : error;
}
