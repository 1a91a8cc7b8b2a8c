/** Time as an argument: rules and jobs are told what now is and never ask the machine. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /**
   * What time it is outside: the same, unless this is a sandbox whose time was moved. By it counts what others say who know
   * nothing of that (authenticator apps, identity providers, controllers), and how long this machine's own work takes.
   */
  outside(): Date;
}

export const systemClock: Clock = { now: () => new Date(), outside: () => new Date() };

/** A clock that stands still until it is moved: for tests and for the demonstration's history. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start: Date | string) {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  outside(): Date {
    return this.now();
  }

  /** Moves to an instant; never backwards, as time does not. */
  moveTo(instant: Date | string): void {
    const next = new Date(instant).getTime();
    if (next < this.#now) throw new RangeError('A clock does not go backwards');
    this.#now = next;
  }

  /** Moves on by so much. */
  pass({ hours = 0, minutes = 0, seconds = 0 }: { hours?: number; minutes?: number; seconds?: number }): void {
    this.moveTo(new Date(this.#now + ((hours * 60 + minutes) * 60 + seconds) * 1_000));
  }
}
