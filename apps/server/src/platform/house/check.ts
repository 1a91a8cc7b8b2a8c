import type { Stores } from '../context/context.ts';

/** Something that has to be so in a sound installation; it only reads. */
export interface Check {
  /** The sentence that is true of a sound installation. */
  readonly name: string;
  /** Says what is wrong, one sentence each. */
  look(stores: Pick<Stores, 'db' | 'clickhouse' | 'clock'>): AsyncIterable<string> | Promise<readonly string[]>;
}
