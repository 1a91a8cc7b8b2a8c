import type { Stores } from '../context/context.ts';
import type { MountedCall } from '../http/calls/verb.ts';
import type { Round } from '../jobs/round.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import type { KeptTable } from './kept-table.ts';

/** The face of a noun's room: everything the installation must know of the noun. */
export interface Room {
  /** The calls that it answers. */
  readonly calls?: readonly MountedCall[];
  /** Its recurring work. */
  readonly rounds?: readonly Round[];
  /** Its PostgreSQL tables. A backup holds all of them. */
  readonly tables?: Readonly<Record<string, KeptTable>>;
  /** Its sequences, each with the columns that hold its numbers. */
  readonly sequences?: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>>;
  /** Its part of `npm run verify`. */
  readonly checks?: readonly Check[];
  /** Its rows that the installation's key seals, by a name for people. */
  readonly seals?: Readonly<Record<string, SealedRows>>;
}

/** A condition that a sound installation meets. It only reads. */
export interface Check {
  /** A sentence that is true of a sound installation. */
  readonly name: string;
  /** Returns the violations, one sentence each. */
  look(stores: Pick<Stores, 'db' | 'clickhouse' | 'clock'>): AsyncIterable<string> | Promise<readonly string[]>;
}
