import type { FastifyInstance } from 'fastify';
import { isFullDisk } from '../../../failure/full-disk.ts';
import type { Refusal } from '../../../refusal.ts';
import { callOf } from '../../load/routed-call.ts';
import { problemOf } from './problem.ts';

const seldomMs = 10_000;
const longestText = 300;

/**
 * Logs the reasons for 503 replies, which the replies do not reveal: each reason at once, then every ten seconds with
 * the count since. A line for each request would add to the load. The log itself limits a full disk further.
 */
export function logUnavailable(app: FastifyInstance): void {
  const told = new Map<string, { at: number; untold: number }>();
  app.addHook('onError', async (request, reply, error) => {
    const problem = problemOf(error);
    // A client that has left gets no refusal.
    if (problem.status !== 503 || reply.raw.destroyed) return;
    if (isFullDisk(problem)) return request.log.warn({ err: problem }, 'refused with 503');
    const kind = kindOf(problem);
    const last = told.get(kind);
    const now = performance.now();
    if (last && now - last.at < seldomMs) {
      last.untold += 1;
      return;
    }
    told.set(kind, { at: now, untold: 0 });
    const times = (last?.untold ?? 0) + 1;
    request.log.warn({ call: callOf(request)?.id, why: whyOf(problem), times }, 'refused with 503');
  });
}

/** A kind of trouble without the engine's message, which may quote a row, so that there are few kinds. */
function kindOf({ name, cause }: Refusal): string {
  if (!(cause instanceof Error)) return `${name} ${cause}`;
  return `${name} ${cause.name} ${'code' in cause ? cause.code : ''}`;
}

function whyOf({ message, cause = message }: Refusal): string {
  const code = cause instanceof Error && 'code' in cause ? `${cause.code} ` : '';
  return `${code}${cause instanceof Error ? cause.message : cause}`.slice(0, longestText);
}
