import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';

/**
 * Queues for contracts before their rows are locked. Row locks do not queue: new shared locks pass a waiting
 * exclusive one, which would wait for ever while senders never pause. PostgreSQL's advisory locks do queue.
 * No deadlock: a transaction takes all its gates at once, in order, and before any lock that a holder of a gate may
 * wait for.
 */
export async function takeTurn(tx: Tx, contractIds: readonly string[], mode: 'alone' | 'beside others'): Promise<void> {
  const gates = [...new Set(contractIds.map(gateOf))].sort((left, right) => left - right);
  const lock = sql.raw(mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${turnstile}, gate) from unnest(${gates}::int[]) as gate`.execute(tx);
}

/** Groups contracts by the gate where their writers queue. */
export function byGate(contractIds: readonly string[]): string[][] {
  return [...Map.groupBy(contractIds, gateOf).values()];
}

/** Separates our advisory locks from others. */
const turnstile = 0x75736167;

// Contracts share gates, because PostgreSQL has room for a few thousand locks. With its default number of
// connections, senders of usage of all contracts hold fewer.
const gates = 64;

function gateOf(contractId: string): number {
  return hash('sha256', contractId, 'buffer').readUInt32BE() % gates;
}
