import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../postgres/database.ts';
import { storableJson } from '../../../postgres/storable-json.ts';
import { unavailable } from '../../../refusal.ts';
import { type Claim, findReply, type StoredReply } from './idempotency.ts';

// By the database's clock. A killed process keeps its claim this long after its last renewal.
const leaseSeconds = 15;
const renewalMs = 4_000;

/** A key held by a run that works in several transactions. */
export class RunningClaim {
  readonly #db: Db;
  readonly #claim: Claim;
  readonly #runner = randomUUID();
  readonly #renewal: NodeJS.Timeout;
  #made: string | undefined;

  constructor(db: Db, claim: Claim) {
    this.#db = db;
    this.#claim = claim;
    // If a renewal fails, another run may take over: spanning verbs are safe to run twice.
    this.#renewal = setInterval(() => void this.#renew().catch(() => {}), renewalMs).unref();
  }

  /** The name that an earlier run kept under the key. */
  get made(): string | undefined {
    return this.#made;
  }

  /** Takes a key that is new or whose run was cut off; else returns the stored reply. Throws like findReply. */
  async take(tx: Tx): Promise<StoredReply | undefined> {
    const { scope, key, requestHash } = this.#claim;
    const { rows } = await sql<{ made: string | null }>`
      insert into idempotency_key as held (scope, key, request_hash, runner, lease_until)
      values (${scope}, ${key}, ${requestHash}, ${this.#runner}, ${leaseEnd})
      on conflict (scope, key) do update set runner = excluded.runner, lease_until = excluded.lease_until
        where (held.lease_until <= now() or held.lease_until > ${latestEnd}) and held.request_hash = excluded.request_hash
      returning made`.execute(tx);
    const [taken] = rows;
    if (taken === undefined) return (await findReply(tx, this.#claim)) ?? gone();
    this.#made = taken.made ?? undefined;
    return undefined;
  }

  /** Records the id of what the run creates, in the same transaction; throws if another run has taken over. */
  async keep(tx: Tx, made: string): Promise<void> {
    const kept = await sql`update idempotency_key set made = ${made} where ${this.#mine()}`.execute(tx);
    if (kept.numAffectedRows !== 1n) throw unavailable('another run has taken over the key');
  }

  /** Stores the reply for ever; returns the stored one if another run has taken over and finished first. */
  async finish(body: unknown): Promise<unknown> {
    const stored = await sql`
      update idempotency_key set reply = ${storableJson(body)}::jsonb, runner = null, lease_until = null
      where ${this.#mine()}`.execute(this.#db);
    if (stored.numAffectedRows === 1n) return body;
    return ((await findReply(this.#db, this.#claim)) ?? { body }).body;
  }

  /** Gives up the key at once. With `forget`, a key without a recorded id becomes free for any request. */
  async release({ forget }: { forget: boolean }): Promise<void> {
    if (forget) await sql`delete from idempotency_key where ${this.#mine()} and made is null`.execute(this.#db);
    await sql`update idempotency_key set lease_until = now() where ${this.#mine()}`.execute(this.#db);
  }

  /** Like release, but retried every second while PostgreSQL is down, until the lease has ended. */
  releaseLater(how: { forget: boolean }, attempts = leaseSeconds): void {
    if (attempts === 0) return;
    setTimeout(() => void this.release(how).catch(() => this.releaseLater(how, attempts - 1)), 1_000).unref();
  }

  stopRenewing(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    await sql`update idempotency_key set lease_until = ${leaseEnd} where ${this.#mine()}`.execute(this.#db);
  }

  #mine() {
    return sql`scope = ${this.#claim.scope} and key = ${this.#claim.key} and runner = ${this.#runner}::uuid`;
  }
}

const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`;
/**
 * A lease that ends later comes from a clock that ran ahead. Its run renews it within seconds, and may run in parallel.
 */
const latestEnd = sql`clock_timestamp() + ${leaseSeconds} * interval '1 second'`;

/** A refused run gave up the key between our two queries: the client tries again. */
function gone(): never {
  throw unavailable('the run with this key has just ended');
}
