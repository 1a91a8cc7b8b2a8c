import type { SpanningContext } from '../../../context/context.ts';
import type { Db } from '../../../postgres/database.ts';
import { Refusal } from '../../../refusal.ts';
import { auditSpanning, type MadeCall } from '../audit/audit.ts';
import type { Action } from '../verb.ts';
import { claimOf, type Exchange, idempotencyKeyOf } from './idempotency.ts';
import { RunningClaim } from './running-claim.ts';

type Spanning = Extract<Action, { kind: 'spanning' }>;

/**
 * Runs a write that manages its own transactions. With an Idempotency-Key it claims the key first and stores its reply
 * at the end. A repeated request gets that reply, or 503 while the first runs; a run that was cut off is done again,
 * with what it had kept. A `runsAgain` call is done again even then. Another request under the key is refused.
 */
export async function spanOnce(db: Db, made: MadeCall, action: Spanning, exchange: Exchange): Promise<unknown> {
  const { ctx, input } = made;
  const key = idempotencyKeyOf(made, exchange);
  if (key === undefined) {
    await auditSpanning(db, made);
    return action.run({ ...ctx, claim: unclaimed }, input);
  }
  return claimed(db, made, action, exchange, { key, body: exchange.digest ?? input.body });
}

async function claimed(
  db: Db,
  made: MadeCall,
  action: Spanning,
  exchange: Exchange,
  { key, body }: { key: string; body: unknown },
): Promise<unknown> {
  const claim = claimOf(made, key, body);
  const running = new RunningClaim(db, claim);
  try {
    const stored = await db.transaction().execute(async (tx) => {
      const before = await running.take(tx);
      if (before === undefined || made.call.runsAgain) await auditSpanning(tx, made);
      return before;
    });
    if (stored !== undefined && made.call.runsAgain)
      return await action.run({ ...made.ctx, claim: unclaimed }, made.input);
    if (stored !== undefined) {
      exchange.replayed();
      return stored.body;
    }
    return await running.finish(await action.run({ ...made.ctx, claim: running }, made.input));
  } catch (error) {
    // Releases even if it is unknown whether the key was taken.
    const how = { forget: error instanceof Refusal && error.status < 500 };
    await running.release(how).catch(() => running.releaseLater(how));
    throw error;
  } finally {
    running.stopRenewing();
  }
}

const unclaimed: SpanningContext['claim'] = { made: undefined, keep: async () => {} };
