import type { Clock } from '#platform/clock.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** How time was moved: it shows `shows` for as long as there is a goal, and since `setAt` time has passed where there is none. */
export interface KeptClock {
  readonly shows: Date;
  readonly setAt: Date;
  readonly goal: Date | undefined;
}

/**
 * The clock of an installation: the machine's, and in a sandbox by as much ahead as people have moved it. What is kept of that
 * is in PostgreSQL, for all servers; each reads it again by itself, so that the others are a second behind whoever moves it.
 */
export class MovableClock implements Clock {
  readonly #machine: Clock;
  #isSandbox = false;
  #kept: KeptClock | undefined;

  constructor(machine: Clock) {
    this.#machine = machine;
  }

  now(): Date {
    return this.#at(this.#machine.now());
  }

  /** What time it is, here and outside, at one moment. */
  both(): { readonly now: Date; readonly outside: Date } {
    const outside = this.#machine.now();
    return { now: this.#at(outside), outside };
  }

  outside(): Date {
    return this.#machine.now();
  }

  #at(outside: Date): Date {
    if (!this.#kept) return outside;
    const { shows, setAt, goal } = this.#kept;
    // By the clock of another machine it may have been set in time to come.
    const passed = goal ? 0 : Math.max(outside.getTime() - setAt.getTime(), 0);
    return new Date(shows.getTime() + passed);
  }

  /** Whether its time can be moved, as of the last reading. */
  get isSandbox(): boolean {
    return this.#isSandbox;
  }

  /** Where it is being moved to, as of the last reading. */
  get goal(): Date | undefined {
    return this.#kept?.goal;
  }

  /** Reads what is kept, and shows that from now on. */
  async read(db: DbOrTx): Promise<KeptClock | undefined> {
    const mode = await db
      .selectFrom('installation_mode')
      .leftJoin('sandbox_clock', 'sandbox_clock.id', 'installation_mode.id')
      .select(['installation_mode.is_sandbox', 'shows', 'set_at', 'goal'])
      .executeTakeFirst();
    this.#isSandbox = mode?.is_sandbox ?? false;
    this.#kept =
      mode?.shows && mode.set_at ? { shows: mode.shows, setAt: mode.set_at, goal: mode.goal ?? undefined } : undefined;
    return this.#kept;
  }
}

/** The clock of the installation of a database, as it is. */
export async function openClock(db: DbOrTx, machine: Clock): Promise<MovableClock> {
  const clock = new MovableClock(machine);
  await clock.read(db);
  return clock;
}
