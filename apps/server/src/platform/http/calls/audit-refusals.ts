import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context/context.ts';
import { problemOf } from '../listener/problem.ts';
import { callOf } from '../load/routed-call.ts';
import type { Gate } from './access.ts';
import { asked } from './audit.ts';

const keptPathLength = 1_000;

/**
 * An internal write that was refused (4xx) leaves a row of its own, whatever refused it: the parser, the access rule or
 * the verb. It says who called, which path, and why not. Who has no token is nobody, and could fill the table: only logged.
 */
export function auditRefusals(
  app: FastifyInstance,
  gate: Gate,
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
): void {
  const family = 'internal';
  app.addHook('onError', async (request, _reply, error) => {
    const call = callOf(request);
    const { status, reason } = problemOf(error);
    if (call === undefined || call.method === 'GET' || status >= 500) return;
    try {
      const subject = await gate.subjectOf(request);
      if (subject.kind !== 'internal') return;
      const path = request.url.slice(0, keptPathLength);
      const row = { at: clock.now(), request_id: request.id, token_id: subject.tokenId, path, refused: reason };
      const { params, query, body } = request;
      await db
        .insertInto('audit')
        .values({ ...row, ...asked(call, family, { params, query, body }) })
        .execute();
    } catch (failure) {
      // Nothing was done, so nothing is undone for want of the row; what it would have said stands here.
      log.error({ err: failure, call: call.id, reason, requestId: request.id }, 'a refusal was not audited');
    }
  });
}
