import type { Clock } from '#platform/clock.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** The state of a moved clock: it shows `shows` while there is a goal; without one, the time since `setAt` is added. */
export interface KeptClock {
  readonly shows: Date;
  readonly setAt: Date;
  readonly goal: Date | undefined;
}

/**
 * The clock of an installation: the machine's, ahead by the amount of all moves in a sandbox. PostgreSQL keeps the
 * state for all servers. Each server reads it on its own, so others are a second behind the mover.
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

  /** The installation's time and the real time at one moment. */
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
    // Another machine's clock may have set it in our future.
    const passed = goal ? 0 : Math.max(outside.getTime() - setAt.getTime(), 0);
    return new Date(shows.getTime() + passed);
  }

  /** True if its time can be moved, as of the last read. */
  get isSandbox(): boolean {
    return this.#isSandbox;
  }

  /** The goal of a running move, as of the last read. */
  get goal(): Date | undefined {
    return this.#kept?.goal;
  }

  /** Reads the stored state, and shows it from now on. */
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

/** Opens the clock of a database's installation in its current state. */
export async function openClock(db: DbOrTx, machine: Clock): Promise<MovableClock> {
  const clock = new MovableClock(machine);
  await clock.read(db);
  return clock;
}
