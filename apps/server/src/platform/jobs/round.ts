import type { Deps } from '../context/context.ts';
import type { Db } from '../postgres/database.ts';

/** The time at which a round runs. */
export interface RoundAt {
  readonly now: Date;
  /** The time outside of a sandbox whose time was moved. The machine's own work goes by it, and so does what others sign. */
  readonly outside: Date;
  /** Whether the clock is sound enough for what cannot be undone. */
  mayRun(now: Date): Promise<boolean>;
}

/** Work of a room that comes round by itself. It looks up what is due, so that late, twice or after a crash comes to the same. */
export interface Round {
  readonly name: string;
  /** Five cron fields, in UTC. */
  readonly cron: string;
  run(deps: Deps, at: RoundAt): Promise<unknown>;
  /** As Tick.dueAfter. */
  dueAfter?(db: Db, after: Date): Promise<Date | undefined>;
  /** It does nothing that a wrong clock could spoil, or asks itself; others wait while the clock is in doubt. */
  readonly byAnyClock?: true;
  /** Of two that come round at one step of time, it comes after this one. */
  readonly after?: string;
}

/** For what comes in: it is looked for at each step of time that is moved, and nobody knows when it comes. */
export const atEachStep = async (): Promise<undefined> => undefined;
