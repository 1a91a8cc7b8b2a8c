import { postingId as postingIds } from '@usance/api/wire';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { entriesOf, type Leg, type PostingKind } from './ledger.ts';

export interface Movement {
  readonly kind: PostingKind;
  readonly at: Date;
  readonly memo?: Readonly<Record<string, string>>;
  /** They sum to 0, with each account at most once. Legs of 0 are left out. */
  readonly entries: readonly Leg[];
}

/**
 * Posts a movement in one round trip and returns the bank balance (free and held cash) after it. The database refuses
 * unbalanced legs, overdrafts and other currencies; such a refusal ends the transaction, so callers check their own
 * conditions first.
 */
export async function post(
  tx: Tx,
  contract: LockedContract,
  movement: Movement,
): Promise<{ postingId: string; bankAfter: string }> {
  const postingId = newId(postingIds);
  const { rows } = await sql<{ bank_after: string }>`
    ${prepared('ledger post')} select ledger_post(${contract.id}, ${contract.currency}, ${postingId}, ${movement.kind}, ${movement.at},
      ${JSON.stringify(movement.memo ?? {})}::jsonb, ${entriesOf(movement.entries)}::jsonb) as bank_after`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('ledger_post returned no row');
  return { postingId, bankAfter: row.bank_after };
}
