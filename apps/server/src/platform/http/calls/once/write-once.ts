import type { Db } from '../../../postgres/database.ts';
import { Refusal } from '../../../refusal.ts';
import { startingOver } from '../../../start-over.ts';
import { auditCall, type MadeCall } from '../audit/audit.ts';
import type { Action } from '../verb.ts';
import {
  type Claim,
  claimKey,
  claimOf,
  type Exchange,
  findReply,
  idempotencyKeyOf,
  storeReply,
} from './idempotency.ts';

type Write = Extract<Action, { kind: 'write' }>;

/**
 * Runs a write so that its effect, audit row and stored reply commit in one transaction. If the Idempotency-Key was
 * used for the same request before, returns the stored reply without effect.
 */
export async function writeOnce(db: Db, made: MadeCall, action: Write, exchange: Exchange): Promise<unknown> {
  const { ctx, input } = made;
  const key = idempotencyKeyOf(made, exchange);
  const claim = key === undefined ? undefined : claimOf(made, key, input.body);
  const before = claim && (await findReply(db, claim));
  if (before) {
    exchange.replayed();
    return before.body;
  }
  const write = startingOver(async () => {
    const prepared = await action.prepare(ctx, input);
    return db.transaction().execute(async (tx) => {
      const stored = claim && (await claimKey(tx, claim));
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
  return claim ? write.catch((error: unknown) => replyOfTwin(db, claim, exchange, error)) : write;
}

/** The refusal may come from a twin of the request, sent at the same time: then the twin's reply is returned. */
async function replyOfTwin(db: Db, claim: Claim, exchange: Exchange, error: unknown): Promise<unknown> {
  const stored = error instanceof Refusal ? await findReply(db, claim) : undefined;
  if (!stored) throw error;
  exchange.replayed();
  return stored.body;
}
