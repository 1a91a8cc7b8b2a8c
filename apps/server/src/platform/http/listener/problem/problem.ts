import type { Reason } from '@usance/api/reason';
import type { ErrorReply } from '@usance/api/wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isTransient } from '../../../failure/transient.ts';
import { Refusal, unavailable } from '../../../refusal.ts';
import { callOf } from '../../load/routed-call.ts';
import { readsPages, sendOn } from './send-on.ts';

/** The reasons for refusals of the framework itself, before any call of ours runs. */
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
 * The one place where an error becomes a reply. A redirected browser goes back to a page with the reason. Unknown
 * errors reveal only the request id.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (error instanceof Error && request.raw.errored === error)
    request.log.info('the client left before its body was complete');
  // logUnavailable logs temporary failures seldom; a stack for each would add to the load.
  else if (problem.status === 500 && problem !== error) request.log.error({ err: error }, 'request failed');
  const redirects = callOf(request)?.redirects;
  if (redirects && readsPages(request)) return void sendOn(reply, `${redirects.refusedTo}?refused=${problem.reason}`);
  const retryAfter = problem.metadata['retryAfterSeconds'];
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply.status(problem.status).type('application/json').send(replyOf(problem, request.id));
}

/** The body of a refusal. */
export function replyOf({ status: code, reason, message, metadata }: Refusal, requestId: string): ErrorReply {
  return { code, reason, message, metadata, requestId };
}

/** Returns the refusal that the sender of the request sees. */
export function problemOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isTransient(error)) return unavailable(error);
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  if (status >= 400 && status < 500 && error instanceof Error) {
    return new Refusal(frameworkReasons[status] ?? 'INVALID_PARAMETER', error.message);
  }
  return new Refusal('INTERNAL_ERROR', 'Something went wrong on our side.');
}
