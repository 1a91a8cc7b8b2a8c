import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { OperatorError } from '../../failure/operator-error.ts';
import { seldom } from '../../failure/seldom.ts';
import { isLostConnection } from '../../failure/transient.ts';
import type { Log } from '../../log.ts';
import type { Db } from '../database.ts';
import { openPostgres, type Postgres } from '../open-postgres.ts';
import { assertSameCluster, hasReplayed, writtenUpTo } from './position.ts';

/** A streaming replica of the database. It answers reads of calls that allow it, as the primary would. */
export interface Replica {
  /**
   * Runs a read on the replica once it has everything that was committed before. The primary answers if the replica is
   * away or behind, or fails: a read is safe to run again.
   */
  read<T>(primary: Db, run: (db: Db) => Promise<T>): Promise<T>;
  /** The number of reads so far, by the database that answered. */
  answered(): Readonly<Record<'replica' | 'primary', number>>;
  close(): Promise<void>;
}

// A replica in the same network is a few milliseconds behind. These add up to 75.
const pausesMs = [0, 5, 10, 20, 40];
// A connection that is cut without a word must not hold up a read for longer.
const patienceMs = 500;
const retryMs = 1_000;

/**
 * Opens the replica at `url`, which may be away for now. Throws OperatorError if another database answers there, since
 * its rows would be shown as ours.
 */
export async function openReplica(url: string, primary: Db, log: Pick<Log, 'warn'>): Promise<Replica> {
  const replica = new StreamingReplica(url, log);
  await replica.tryAgain(primary);
  if (replica.mismatch === undefined) return replica;
  await replica.close();
  throw replica.mismatch;
}

class StreamingReplica implements Replica {
  readonly #url: string;
  readonly #warn: (why: string) => void;
  readonly #counts = { replica: 0, primary: 0 };
  #postgres: Postgres | undefined;
  #isUsable = false;
  #trying: Promise<void> | undefined;
  #triedAt = 0;
  mismatch: OperatorError | undefined;

  constructor(url: string, log: Pick<Log, 'warn'>) {
    this.#url = url;
    this.#warn = seldom((times, why) =>
      log.warn({ times, why }, 'the replica of DATABASE_REPLICA_URL answers no reads: the primary does'),
    );
  }

  async read<T>(primary: Db, run: (db: Db) => Promise<T>): Promise<T> {
    const db = await this.#ready(primary);
    if (db !== undefined) {
      try {
        const answer = await run(db);
        this.#counts.replica += 1;
        return answer;
      } catch (error) {
        // A cut connection, a conflict with the replay, a fault of the read: the primary has the last word.
        if (!isOfDatabase(error)) throw error;
        this.#rest(error.message);
      }
    }
    this.#counts.primary += 1;
    return run(primary);
  }

  answered() {
    return { ...this.#counts };
  }

  /** Connects if need be, and finds out if the replica can be used. Never throws. */
  async tryAgain(primary: Db): Promise<void> {
    this.#triedAt = performance.now();
    try {
      this.#postgres ??= await openPostgres(this.#url);
      await assertSameCluster(primary, this.#postgres.db);
      this.mismatch = undefined;
      this.#isUsable = await isUpToDate(primary, this.#postgres.db);
      if (!this.#isUsable) this.#warn('it is behind, or no replica any more');
    } catch (error) {
      if (error instanceof OperatorError) this.mismatch = error;
      this.#warn(error instanceof Error ? error.message : String(error));
    }
  }

  async close(): Promise<void> {
    await this.#trying;
    await this.#postgres?.close();
  }

  /** The replica if it is up to date. Nobody waits while it is being tried. */
  async #ready(primary: Db): Promise<Db | undefined> {
    const db = this.#postgres?.db;
    if (this.#isUsable && db !== undefined) {
      if (await isUpToDate(primary, db)) return db;
      this.#rest('it is behind');
    } else if (performance.now() - this.#triedAt >= retryMs) {
      this.#trying ??= this.tryAgain(primary).finally(() => {
        this.#trying = undefined;
      });
    }
    return undefined;
  }

  #rest(why: string): void {
    this.#isUsable = false;
    this.#triedAt = performance.now();
    this.#warn(why);
  }
}

/** Throws the errors of the primary, and waits a moment for the replica. */
async function isUpToDate(primary: Db, replica: Db): Promise<boolean> {
  const position = await writtenUpTo(primary);
  const patience = new AbortController();
  const late = delay(patienceMs, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([late, reaches(replica, position, patience.signal)]);
  } finally {
    patience.abort();
  }
}

/** False if the replica does not get there, or cannot be asked. */
async function reaches(replica: Db, position: string, ended: AbortSignal): Promise<boolean> {
  try {
    for (const pauseMs of pausesMs) {
      await delay(pauseMs, undefined, { signal: ended });
      if (await hasReplayed(replica, position)) return true;
    }
  } catch {
    // Away, or asked for too long.
  }
  return false;
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof Error && (error instanceof pg.DatabaseError || isLostConnection(error));
}
