import type { Reason } from '@usance/api/reason';
import type { ErrorReply } from '@usance/api/wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, unavailable } from '../../refusal.ts';
import { isTransient } from '../../transient.ts';
import { callOf } from '../load/routed-call.ts';
import { readsPages, sendOn } from './send-on.ts';

/** What the framework refuses by itself, before any call of ours is asked. */
const frameworkReasons: Readonly<Record<number, Reason>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  412: 'PRECONDITION_FAILED',
  413: 'FILE_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
};

/**
 * The one place where something thrown becomes a reply: where a person's browser passes by, whatever refused it leads back to
 * a page. Unknown errors show nothing but the request id.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (error instanceof Error && request.raw.errored === error)
    request.log.info('the client left before its body was there');
  // Trouble that passes is told seldom (tellUnavailable); a stack each would be load itself.
  else if (problem.status === 500 && problem !== error) request.log.error({ err: error }, 'request failed');
  const redirects = callOf(request)?.redirects;
  if (redirects && readsPages(request)) return void sendOn(reply, `${redirects.refusedTo}?refused=${problem.reason}`);
  const retryAfter = problem.metadata['retryAfterSeconds'];
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply.status(problem.status).type('application/json').send(replyOf(problem, request.id));
}

/** The body of a reply that refuses. */
export function replyOf({ status: code, reason, message, metadata }: Refusal, requestId: string): ErrorReply {
  return { code, reason, message, metadata, requestId };
}

/** What something thrown is to whoever sent the request. */
export function problemOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isTransient(error)) return unavailable(error);
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  if (status >= 400 && status < 500 && error instanceof Error) {
    return new Refusal(frameworkReasons[status] ?? 'INVALID_PARAMETER', error.message);
  }
  return new Refusal('INTERNAL_ERROR', 'Something went wrong on our side.');
}
