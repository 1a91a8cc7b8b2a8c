import type { MountedCall } from '../http/calls/verb.ts';
import type { Round } from '../jobs/round.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import type { Check } from './check.ts';
import type { KeptTable } from './kept-table.ts';

/** The face of a noun's room: it says all that the house has to know of the noun. */
export interface Room {
  /** The calls that it answers. */
  readonly calls?: readonly MountedCall[];
  /** Its work that comes round by itself. */
  readonly rounds?: readonly Round[];
  /** Its tables in PostgreSQL. A backup holds all of them. */
  readonly tables?: Readonly<Record<string, KeptTable>>;
  /** Its sequences, each with the columns in which its numbers stand. */
  readonly sequences?: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>>;
  /** Its part of `npm run verify`. */
  readonly checks?: readonly Check[];
  /** Its rows that the installation's key seals, by what they are called. */
  readonly seals?: Readonly<Record<string, SealedRows>>;
}
