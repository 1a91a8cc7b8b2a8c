/** Time as an argument: rules and jobs are given the current time and never ask the machine. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /**
   * The real time; the same unless this is a sandbox whose clock was moved. Authenticator apps, identity providers and
   * controllers go by it, and so do the durations of this machine's own work.
   */
  outside(): Date;
}

export const systemClock: Clock = { now: () => new Date(), outside: () => new Date() };

/** A clock that stands still until a test or the demonstration's history moves it. */
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

  /** Moves to an instant, never backwards. */
  moveTo(instant: Date | string): void {
    const next = new Date(instant).getTime();
    if (next < this.#now) throw new RangeError('A clock does not go backwards');
    this.#now = next;
  }

  /** Moves forwards by this much. */
  pass({ hours = 0, minutes = 0, seconds = 0 }: { hours?: number; minutes?: number; seconds?: number }): void {
    this.moveTo(new Date(this.#now + ((hours * 60 + minutes) * 60 + seconds) * 1_000));
  }
}
