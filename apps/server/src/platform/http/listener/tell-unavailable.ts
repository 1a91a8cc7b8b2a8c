import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { callOf } from '../load/routed-call.ts';

const seldomMs = 10_000;
const longestText = 300;

/**
 * Says in the log why requests are refused with 503, of which the reply says nothing: each reason at once, and then every
 * ten seconds, with how often it was so since. A line for each request would be load itself.
 */
export function tellUnavailable(app: FastifyInstance): void {
  const told = new Map<string, { at: number; untold: number }>();
  app.addHook('onError', async (request, reply, error) => {
    // Nobody is refused who has left.
    if (!(error instanceof Refusal) || error.status !== 503 || reply.raw.destroyed) return;
    const kind = kindOf(error);
    const last = told.get(kind);
    const now = performance.now();
    if (last && now - last.at < seldomMs) {
      last.untold += 1;
      return;
    }
    told.set(kind, { at: now, untold: 0 });
    const times = (last?.untold ?? 0) + 1;
    request.log.warn({ call: callOf(request)?.id, why: whyOf(error), times }, 'refused with 503');
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
