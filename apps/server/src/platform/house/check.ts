import type { Stores } from '../context/context.ts';

/** A condition that a sound installation meets. It only reads. */
export interface Check {
  /** A sentence that is true of a sound installation. */
  readonly name: string;
  /** Returns the violations, one sentence each. */
  look(stores: Pick<Stores, 'db' | 'clickhouse' | 'clock'>): AsyncIterable<string> | Promise<readonly string[]>;
}
