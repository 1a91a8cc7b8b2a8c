import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../postgres/database.ts';
import { storableJson } from '../../postgres/storable-json.ts';
import { unavailable } from '../../refusal.ts';
import { type Claim, findReply, type StoredReply } from './idempotency.ts';

// By the database's clock. A process that was killed is believed to run for so long after it said so last.
const leaseSeconds = 15;
const renewalMs = 4_000;

/** A key that a run holds while it does its work in several transactions. */
export class RunningClaim {
  readonly #db: Db;
  readonly #claim: Claim;
  readonly #runner = randomUUID();
  readonly #renewal: NodeJS.Timeout;
  #made: string | undefined;

  constructor(db: Db, claim: Claim) {
    this.#db = db;
    this.#claim = claim;
    // One that cannot be renewed in time may be taken over: what runs is safe to run twice.
    this.#renewal = setInterval(() => void this.#renew().catch(() => {}), renewalMs).unref();
  }

  /** What an earlier run has kept under the key. */
  get made(): string | undefined {
    return this.#made;
  }

  /** Takes a key that is new, or whose run was cut off; else answers the stored reply. Refuses as findReply does. */
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

  /** Records what the run makes for good, in the transaction that makes it; throws when another run has taken over. */
  async keep(tx: Tx, made: string): Promise<void> {
    const kept = await sql`update idempotency_key set made = ${made} where ${this.#mine()}`.execute(tx);
    if (kept.numAffectedRows !== 1n) throw unavailable('another run has taken over the key');
  }

  /** Stores the reply for ever; answers the one that is stored, which another run that took over may have done. */
  async finish(body: unknown): Promise<unknown> {
    const stored = await sql`
      update idempotency_key set reply = ${storableJson(body)}::jsonb, runner = null, lease_until = null
      where ${this.#mine()}`.execute(this.#db);
    if (stored.numAffectedRows === 1n) return body;
    return ((await findReply(this.#db, this.#claim)) ?? { body }).body;
  }

  /** Lets go of the key at once. One under which nothing was made is free for any request again, if `forget` says so. */
  async release({ forget }: { forget: boolean }): Promise<void> {
    if (forget) await sql`delete from idempotency_key where ${this.#mine()} and made is null`.execute(this.#db);
    await sql`update idempotency_key set lease_until = now() where ${this.#mine()}`.execute(this.#db);
  }

  /** As release, but later and by itself: once a second, while PostgreSQL is away and until the lease has ended. */
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
/** Of a lease that ends later the clock ran ahead: who runs under it renews it within seconds, and may be run beside. */
const latestEnd = sql`clock_timestamp() + ${leaseSeconds} * interval '1 second'`;

/** A run that was refused let go of the key between our two looks: its sender comes back. */
function gone(): never {
  throw unavailable('the run that had the key has just let go of it');
}
