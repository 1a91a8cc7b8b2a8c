import type { IdSchema } from '@usance/api/wire';
import type { Work } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { Page } from '#platform/postgres/page.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import type { TermRow } from './term.ts';
import type { TermQuery } from './term-page.ts';

/** A write on a contract whose terms nobody else changes until it ends: `hold` sees to that, or who has locked the contract. */
export type TermWork = Pick<Work, 'tx' | 'now'> & { readonly contract: ContractRow };

/** The table that keeps a noun's versions: each room writes its own. */
export interface TermStore<Own extends object> {
  of(db: DbOrTx, contractId: string): Promise<(TermRow & Own)[]>;
  /** In the order asked for; of those that hold at an instant where one is named. */
  page(db: DbOrTx, contractId: string, query: TermQuery): Promise<Page<TermRow & Own>>;
  insert(tx: Tx, row: TermRow & Own): Promise<unknown>;
  update(tx: Tx, row: TermRow & Own): Promise<unknown>;
  delete(tx: Tx, contractId: string, ids: readonly string[]): Promise<unknown>;
}

/** From when on versions may be changed, and the refusal of what reaches back before it. */
export interface Ground {
  readonly from: Date;
  refusal(field: string): Refusal;
}

/** When a version holds, and since when, of those who say what it says. */
export interface Times {
  readonly start: Date;
  readonly end: Date | null;
}

/** Of a value what is given: all of it for a new version, what differs for another. */
export type Given<Value> = { readonly [K in keyof Value]?: Value[K] | undefined };

/** All that tells one noun of terms from another. `Own` are its columns, `Value` what is asked of it, `Told` what is told. */
export interface TermKind<Own extends object, Value extends object, Told extends object> {
  readonly id: IdSchema;
  readonly store: TermStore<Own>;
  /**
   * The columns that a value comes to, as the database tells them, with those of the version that it changes where it leaves
   * something out. Refuses one that cannot be.
   */
  ownOf(ctx: TermWork, given: Given<Value>, kept: Own | undefined, times: Times): Own | Promise<Own>;
  told(row: TermRow & Own, contract: Pick<ContractRow, 'currency'>): Told;
  /** Versions that differ in this may hold at once. */
  apart(row: Own): string;
  ground(ctx: TermWork): Promise<Ground>;
  /** Done before any version is read, and when all are written, with the instant from which another one holds. */
  hold?(tx: Tx, contract: ContractRow): Promise<void>;
  after?(tx: Tx, contract: ContractRow, from: Date): Promise<void>;
}
