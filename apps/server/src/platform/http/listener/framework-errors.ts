import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, Refusal } from '../../refusal.ts';
import { sendProblem } from './problem.ts';
import { replyHeaders } from './reply-headers.ts';

/** Answers an address for which the router looks for no call: no hook has run, so the headers are set here. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(replyHeaders(request.id));
  sendProblem(addressRefusal(error), request, reply);
}

/** In our words: the framework's repeat the whole address. */
function addressRefusal(error: FastifyError): Error {
  if (error.statusCode === 414) return new Refusal('URI_TOO_LONG', 'The address is too long.');
  return error.statusCode === 400 ? invalidParameter('', 'The address is not UTF-8.') : error;
}
