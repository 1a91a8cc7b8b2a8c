import { randomUUID } from 'node:crypto';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { dayMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '../../../context/context.ts';
import type { Db } from '../../../postgres/database.ts';
import { SteadyCounts } from './steady-counts.ts';

/** Callers below this share of their limit are not shared with other servers. */
const worthTelling = 1 / 10;
/** The most frequent callers come first, so that made-up keys cannot fill the table. */
const mostTold = 1_000;

/**
 * The counts of all servers of an installation. Each server counts for itself. Every few seconds it shares its frequent
 * callers in one statement and reads those of the others; a request never waits for that and never writes.
 */
export class SharedCounts {
  readonly #server = randomUUID();
  readonly #stores: SteadyCounts[] = [];
  #others: ReadonlyMap<string, number> = new Map();
  #isTold = false;

  /** The limiter's store; each limit gets its own, and all are shared. */
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

  /** Shares counts with the other servers. If the database does not answer, each server counts for itself. */
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
    // A quiet server does not write.
    if (often.length === 0 && !this.#isTold) return;
    const keys = often.map(({ key }) => key);
    // One statement touches no row twice: a deleted key is not in the insert, and the reverse.
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
        -- A window lasts a minute; a later time was written while the database clock ran ahead.
        and ends_at <= clock_timestamp() + interval '1 minute'
      group by key`.execute(db);
    return new Map(rows.map(({ key, count }) => [key, count]));
  }
}

/** Deletes the counts of servers that no longer run. */
export async function forgetRequestCounts({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db
    .deleteFrom('request_count')
    .where('ends_at', '<=', new Date(now.getTime() - dayMs))
    .execute();
}
