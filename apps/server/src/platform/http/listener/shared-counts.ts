import { randomUUID } from 'node:crypto';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'kysely';
import type { Db } from '../../postgres/database.ts';
import { SteadyCounts } from './steady-counts.ts';

/** Who has asked for less than this part of what they may is told to nobody. */
const worthTelling = 1 / 10;
/** Those who ask most come first: whoever makes up keys must not fill the table. */
const mostTold = 1_000;

/**
 * What all servers of an installation have counted together. Each counts for itself, and every few seconds says in one
 * statement who asks it often and hears the same of the others; a request itself never waits for that, nor writes.
 */
export class SharedCounts {
  readonly #server = randomUUID();
  readonly #stores: SteadyCounts[] = [];
  #others: ReadonlyMap<string, number> = new Map();
  #isTold = false;

  /** Where the limiter counts: one store for each of its limits, all of which are told. */
  get store(): FastifyRateLimitStoreCtor {
    const countOfOthers = (key: string) => this.#others.get(key) ?? 0;
    const stores = this.#stores;
    return class ToldCounts extends SteadyCounts {
      constructor() {
        super(countOfOthers);
        stores.push(this);
      }

      override child(): ToldCounts {
        return new ToldCounts();
      }
    };
  }

  /** Tells the others, and hears from them. Where the database does not answer, everybody counts for themselves. */
  async exchange(db: Db): Promise<void> {
    try {
      await this.#tell(db);
      this.#others = await this.#heard(db);
    } catch (error) {
      this.#others = new Map();
      throw error;
    }
  }

  async #tell(db: Db): Promise<void> {
    const often = this.#stores
      .flatMap(({ counted }) => counted)
      .filter(({ count, most }) => count >= most * worthTelling)
      .toSorted((one, other) => other.count / other.most - one.count / one.most)
      .slice(0, mostTold);
    // Nor does a quiet server write.
    if (often.length === 0 && !this.#isTold) return;
    const keys = often.map(({ key }) => key);
    // One statement sees no row twice: what is deleted is not told, and the other way round.
    await sql`
      with told as (
        select * from unnest(${keys}::text[], ${often.map(({ count }) => count)}::int[],
          ${often.map(({ leftMs }) => leftMs)}::float8[]) as told (key, count, left_ms)
      ), over as (
        delete from request_count where server = ${this.#server} and key <> all (${keys}::text[])
      )
      insert into request_count as kept (server, key, count, ends_at)
      select ${this.#server}, key, count, clock_timestamp() + left_ms * interval '1 millisecond' from told
      on conflict (server, key) do update set count = excluded.count, ends_at = excluded.ends_at`.execute(db);
    this.#isTold = often.length > 0;
  }

  async #heard(db: Db): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ key: string; count: number }>`
      select key, sum(count)::int as count from request_count
      where server <> ${this.#server} and ends_at > clock_timestamp()
        -- Nobody counts for longer than a minute: such a time was written while the database's clock ran ahead.
        and ends_at <= clock_timestamp() + interval '1 minute'
      group by key`.execute(db);
    return new Map(rows.map(({ key, count }) => [key, count]));
  }
}
