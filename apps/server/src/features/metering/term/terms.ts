import type { IdSchema } from '@usance/api/wire';
import type { Work } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { Page } from '#platform/postgres/page.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import type { TermRow } from './term.ts';
import type { TermQuery } from './term-page.ts';

/** A write on a contract whose terms cannot change concurrently: `hold` or the contract's lock prevents that. */
export type TermWork = Pick<Work, 'tx' | 'now'> & { readonly contract: ContractRow };

/** The access to one kind's table. Each room writes only its own table. */
export interface TermStore<Own extends object> {
  of(db: DbOrTx, contractId: string): Promise<(TermRow & Own)[]>;
  /** In the requested order; with `at`, only the versions in force then. */
  page(db: DbOrTx, contractId: string, query: TermQuery): Promise<Page<TermRow & Own>>;
  insert(tx: Tx, row: TermRow & Own): Promise<unknown>;
  update(tx: Tx, row: TermRow & Own): Promise<unknown>;
  delete(tx: Tx, contractId: string, ids: readonly string[]): Promise<unknown>;
}

/** The first instant from which versions may change, and the refusal of earlier changes. */
export interface Ground {
  readonly from: Date;
  refusal(field: string): Refusal;
}

export interface Times {
  readonly start: Date;
  readonly end: Date | null;
}

/** The given fields of a value: all of them for a new version, the changed ones for an update. */
export type Given<Value> = { readonly [K in keyof Value]?: Value[K] | undefined };

/** The definition of one kind of terms. `Own` are its columns, `Value` its request fields. */
export interface TermKind<Own extends object, Value extends object, ReplyFields extends object> {
  readonly id: IdSchema;
  readonly store: TermStore<Own>;
  /**
   * Returns the columns for the given fields, and keeps the current column for each absent one. Throws if the value is
   * invalid.
   */
  ownOf(ctx: TermWork, given: Given<Value>, kept: Own | undefined, times: Times): Own | Promise<Own>;
  replyFields(row: TermRow & Own, contract: Pick<ContractRow, 'currency'>): ReplyFields;
  /** Versions with different keys may hold at the same time. */
  keyOf(row: Own): string;
  ground(ctx: TermWork): Promise<Ground>;
  /** `hold` runs before any version is read; `after` runs when all are written, with the first instant that changed. */
  hold?(tx: Tx, contract: ContractRow): Promise<void>;
  after?(tx: Tx, contract: ContractRow, from: Date): Promise<void>;
}
