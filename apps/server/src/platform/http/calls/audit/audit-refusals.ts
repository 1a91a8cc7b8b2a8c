import type { Call, Family } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../context/context.ts';
import type { Subject } from '../../../context/subject.ts';
import type { Refusal } from '../../../refusal.ts';
import { problemOf } from '../../listener/problem/problem.ts';
import { callOf } from '../../load/routed-call.ts';
import type { Gate } from '../admission/access.ts';
import { asked, plainAddress } from './audit.ts';

const keptPathLength = 1_000;

/**
 * Audits each refused internal write (4xx), whether the parser, the access rule or the verb refused it: caller, path
 * and reason. Callers without a token are only logged, since they could fill the table. Also audits what an operator
 * was not allowed to do for a customer.
 */
export function auditRefusals(
  app: FastifyInstance,
  { family, gate }: { family: Family; gate: Gate },
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
): void {
  app.addHook('onError', async (request, _reply, error) => {
    const call = callOf(request);
    const { reason } = problemOf(error);
    if (call === undefined || !isNoted(family, call, problemOf(error))) return;
    try {
      const subject = await gate.subjectOf(request);
      const who = whoIn(subject);
      if (who === undefined) return;
      const path = request.url.slice(0, keptPathLength);
      const row = {
        at: clock.now(),
        request_id: request.id,
        address: plainAddress(request.ip),
        ...who,
        path,
        refused: reason,
      };
      const { params, query, body } = request;
      await db
        .insertInto('audit')
        .values({ ...row, ...asked(call, family, { params, query, body }) })
        .execute();
    } catch (failure) {
      // The refused call changed nothing, so losing its row undoes nothing; the log keeps its content.
      log.error({ err: failure, call: call.id, reason, requestId: request.id }, 'a refusal was not audited');
    }
  });
}

/** For customers only forbidden calls are audited: a flood of other refusals must cost next to nothing. */
function isNoted(family: Family, { method }: Call, { status, reason }: Refusal): boolean {
  return family === 'customer' ? reason === 'NO_PERMISSION' : method !== 'GET' && status < 500;
}

function whoIn(subject: Subject) {
  if (subject.kind === 'internal') return { token_id: subject.tokenId };
  if (subject.kind !== 'account' || subject.operatorId === undefined) return undefined;
  return { operator_id: subject.operatorId, account_id: subject.accountId };
}
