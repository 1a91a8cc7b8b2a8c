import { operationId } from '@usance/api/call';
import type { Subject } from '../../context/subject.ts';
import type { Db } from '../../postgres/database.ts';
import { Refusal } from '../../refusal.ts';
import { startingOver } from '../../start-over.ts';
import { auditCall, type MadeCall } from './audit.ts';
import { type Claim, claimKey, findReply, idempotencyKeyOf, requestHashOf, storeReply } from './idempotency.ts';
import type { Action } from './verb.ts';

type Write = Extract<Action, { kind: 'write' }>;

/**
 * Runs a write so that its effect, its audit row and its stored reply commit in one transaction. With an
 * Idempotency-Key that was used for the same request before, the stored reply comes back and nothing is done.
 */
export async function writeOnce(
  db: Db,
  made: MadeCall,
  action: Write,
  exchange: { key: string | string[] | undefined; replayed(): void },
): Promise<unknown> {
  const { call, family, ctx, input } = made;
  const key = idempotencyKeyOf(exchange.key);
  const claim =
    key === undefined ? undefined : { scope: `${subjectKey(ctx.subject)} ${operationId(call, family)}`, key };
  const hash = requestHashOf([input.params, input.query, input.body]);
  const before = claim && (await findReply(db, claim, hash));
  if (before) {
    exchange.replayed();
    return before.body;
  }
  const write = startingOver(async (attempt) => {
    const prepared = await action.prepare(ctx, input, attempt);
    return db.transaction().execute(async (tx) => {
      const stored = claim && (await claimKey(tx, claim, hash));
      if (stored) {
        exchange.replayed();
        return stored.body;
      }
      const { db: _outside, clickhouse: _neverWaitedForInside, clock, ...within } = ctx;
      const answer = await action.run({ ...within, now: clock.now(), tx }, input, prepared);
      await auditCall(tx, made);
      if (claim) await storeReply(tx, claim, answer);
      return answer;
    });
  });
  return claim ? write.catch((error: unknown) => replyOfTwin(db, claim, hash, exchange, error)) : write;
}

/** What refused a write may be the effect of the same request, sent twice at once: then the first one's reply is its. */
async function replyOfTwin(
  db: Db,
  claim: Claim,
  hash: string,
  exchange: { replayed(): void },
  error: unknown,
): Promise<unknown> {
  const stored = error instanceof Refusal ? await findReply(db, claim, hash) : undefined;
  if (!stored) throw error;
  exchange.replayed();
  return stored.body;
}

function subjectKey(subject: Subject): string {
  switch (subject.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'account':
      return subject.accountId;
    case 'internal':
      return `internal:${subject.tokenId}`;
  }
}
