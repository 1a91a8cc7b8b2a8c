import type * as z from 'zod/mini';

/** Says what becomes of a table's rows when their contract moves to another installation; empty for tables without rows of contracts. */
export type KeptTable =
  | { readonly travels: Travels }
  /** They stay, and this is why. */
  | { readonly stays: string }
  | Readonly<Record<string, never>>;

/** How a contract's rows of a table travel in an archive. */
export interface Travels {
  /** The columns that put its rows in one order, wherever they are. */
  readonly by: readonly string[];
  /** Columns that do not travel in it: what the database makes itself, and what is secret or of people. */
  readonly without?: readonly string[];
  /** Its rows may be larger than memory, so they are read a value of this column at a time, the first of `by`. */
  readonly inParts?: string;
  /** It names a SKU, which has another id elsewhere: its place in the catalogue travels instead. */
  readonly ofSku?: true;
  /**
   * Each column has the bounds of the calls that write it: one row with other text would fail each list it is in.
   * Other columns are held by their type.
   */
  readonly tells?: Readonly<Record<string, z.ZodMiniType>>;
  /** As tells, where it is another column that says how strict they are. */
  readonly rows?: z.ZodMiniType;
  /** It is read in behind this table, which the database's guards want there. */
  readonly after?: string;
}
