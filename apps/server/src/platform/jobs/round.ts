import type { Deps } from '../context/context.ts';
import type { Db } from '../postgres/database.ts';

/** The time at which a round runs. */
export interface RoundAt {
  readonly now: Date;
  /**
   * The real time in a sandbox whose clock was moved. The machine's own work goes by it, and so do signatures of
   * others.
   */
  readonly outside: Date;
  /** True if the clock is sound enough for actions that cannot be undone. */
  mayRun(now: Date): Promise<boolean>;
}

/**
 * A room's recurring work. It looks up what is due, so that late, repeated and interrupted runs have the same result.
 */
export interface Round {
  readonly name: string;
  /** Five cron fields, in UTC. */
  readonly cron: string;
  run(deps: Deps, at: RoundAt): Promise<unknown>;
  /** See Tick.dueAfter. */
  dueAfter?(db: Db, after: Date): Promise<Date | undefined>;
  /**
   * True if a wrong clock cannot harm it, or it checks the clock itself; other rounds wait while the clock is in doubt.
   */
  readonly byAnyClock?: true;
  /** The round that runs before it at one step of a moved clock. */
  readonly after?: string;
}

/** For incoming data, whose time is unknown: the round runs at each step of a moved clock. */
export const atEachStep = async (): Promise<undefined> => undefined;
