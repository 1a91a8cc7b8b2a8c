import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';

/**
 * A row that is shared lets in whoever would share it too, past one who waits to hold it: for ever, where senders never
 * pause. PostgreSQL's advisory locks queue instead, so that everybody goes through one before the rows of contracts.
 *
 * Nobody waits in a circle: a transaction takes all its turns at once and in order, and before any lock for which somebody
 * waits who has a turn already.
 */
export async function takeTurn(tx: Tx, contractIds: readonly string[], mode: 'alone' | 'beside others'): Promise<void> {
  const gates = [...new Set(contractIds.map(gateOf))].sort((left, right) => left - right);
  const lock = sql.raw(mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${turnstile}, gate) from unnest(${gates}::int[]) as gate`.execute(tx);
}

/** Keeps our advisory locks apart from those of others. */
const turnstile = 0x75736167;

// Contracts share gates, since PostgreSQL has room for some thousands of locks at once: as many senders as it takes
// connections by default, each of usage of all contracts, hold fewer than that.
const gates = 64;

function gateOf(contractId: string): number {
  return hash('sha256', contractId, 'buffer').readUInt32BE() % gates;
}
