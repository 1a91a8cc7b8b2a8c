import type { FastifyInstance } from 'fastify';
import { isFullDisk } from '../../full-disk.ts';
import type { Refusal } from '../../refusal.ts';
import { callOf } from '../load/routed-call.ts';
import { problemOf } from './problem.ts';

const seldomMs = 10_000;
const longestText = 300;

/**
 * Says in the log why requests are refused with 503, of which the reply says nothing: each reason at once, and then every
 * ten seconds, with how often it was so since. A line for each request would be load itself. A full disk the log tells more
 * seldom still.
 */
export function tellUnavailable(app: FastifyInstance): void {
  const told = new Map<string, { at: number; untold: number }>();
  app.addHook('onError', async (request, reply, error) => {
    const problem = problemOf(error);
    // Nobody is refused who has left.
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

/** Few, whatever an engine says: its words may quote a row. */
function kindOf({ name, cause }: Refusal): string {
  if (!(cause instanceof Error)) return `${name} ${cause}`;
  return `${name} ${cause.name} ${'code' in cause ? cause.code : ''}`;
}

function whyOf({ message, cause = message }: Refusal): string {
  const code = cause instanceof Error && 'code' in cause ? `${cause.code} ` : '';
  return `${code}${cause instanceof Error ? cause.message : cause}`.slice(0, longestText);
}
