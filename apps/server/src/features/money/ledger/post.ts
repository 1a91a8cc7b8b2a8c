import { postingId as postingIds } from '@usance/api/wire';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { entriesOf, type Leg, type PostingKind } from './ledger.ts';

export interface Movement {
  readonly kind: PostingKind;
  readonly at: Date;
  readonly memo?: Readonly<Record<string, string>>;
  /** They add up to 0; each account at most once. Legs of 0 are left out. */
  readonly entries: readonly Leg[];
}

/**
 * Moves money in one round trip and answers the bank balance (cash and held cash) after it. The database refuses what
 * does not balance, overdraws or is not in the contract's currency; a verb checks its own conditions first, since such
 * a refusal ends the transaction.
 */
export async function post(
  tx: Tx,
  contract: LockedContract,
  movement: Movement,
): Promise<{ postingId: string; bankAfter: string }> {
  const postingId = newId(postingIds);
  const { rows } = await sql<{ bank_after: string }>`
    select ledger_post(${contract.id}, ${contract.currency}, ${postingId}, ${movement.kind}, ${movement.at},
      ${JSON.stringify(movement.memo ?? {})}::jsonb, ${entriesOf(movement.entries)}::jsonb) as bank_after`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('ledger_post answered nothing');
  return { postingId, bankAfter: row.bank_after };
}
