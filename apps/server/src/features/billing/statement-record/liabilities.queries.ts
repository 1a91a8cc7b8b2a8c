import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { freeCash } from '../../money/ledger/ledger.queries.ts';

/** The debts of signed statements; a disputed one is neither due nor overdue until it is decided. */
export interface Debts extends Lateness {
  readonly due: string;
  readonly overdue: string;
  /** The statements in dispute that are not fully held; a dispute moves their dates only when it ends. */
  readonly disputes: readonly Dispute[];
}

/** A statement in dispute with its amount beyond the held cash, above 0. */
export interface Dispute {
  readonly contested: string;
  readonly since: Instant;
  /** The last time that this or an earlier dispute hid that it was overdue. */
  readonly hiddenAt: Instant | undefined;
}

/**
 * The undisputed debt that free cash does not cover. Cash covers the oldest first and counts as paid, since we may
 * deduct late. Less than half a cent, a rest of fractional cash, is not late either: it shows as 0.00.
 */
export interface Lateness {
  /** The first time at which an unpaid, undisputed statement without covering cash is overdue, past or future. */
  readonly overdueFrom: Instant | undefined;
  /**
   * The last time that an ended dispute hid that one of these was overdue. It moved the due day, but the statement is
   * still unpaid.
   */
  readonly hiddenAt: Instant | undefined;
}

/** `Debts` as PostgreSQL's JSON has them. */
export interface DebtsJson {
  readonly due: string;
  readonly overdue: string;
  readonly disputes: readonly {
    readonly contested: string;
    readonly since: string;
    readonly hiddenAt: string | null;
  }[];
  readonly overdueFrom: string | null;
  readonly hiddenAt: string | null;
}

/** Returns the debts of a contract at an instant. */
export async function debtsOf(db: DbOrTx, contractId: string, now: Date): Promise<Debts> {
  const { rows } = await sql<{ owes: DebtsJson }>`
    select ${debtsJson(sql`${contractId}`, sql`${now}::timestamptz`)} as owes`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A statement without FROM returned no row');
  return debtsIn(row.owes);
}

/** SQL: the same as JSON, to be read with other facts about a contract. */
export function debtsJson(contractId: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<DebtsJson> {
  const isDue = sql`not is_disputed and overdue_from > ${now}`;
  const isOverdue = sql`not is_disputed and overdue_from <= ${now}`;
  const isLate = sql`not is_disputed and least(undeducted, asked - ${freeCash(contractId)}) >= 0.005`;
  return sql`(
    select json_build_object(
      'due', coalesce(sum(undeducted) filter (where ${isDue}), 0)::numeric(38, 8)::text,
      'overdue', coalesce(sum(undeducted) filter (where ${isOverdue}), 0)::numeric(38, 8)::text,
      'disputes', coalesce(json_agg(
        json_build_object('contested', (undeducted - frozen)::text, 'since', disputed_at, 'hiddenAt', ${hiddenAtEnd})
        order by month) filter (where is_disputed and undeducted > frozen), '[]'),
      'overdueFrom', min(overdue_from) filter (where ${isLate}),
      'hiddenAt', max(hidden_at) filter (where ${isLate}))
    from (
      select *, confirm_state = 'manualProcessing' as is_disputed,
        sum(undeducted) filter (where confirm_state <> 'manualProcessing') over (order by month) as asked
      from statement where statement.contract_id = ${contractId} and undeducted > 0) as unpaid)`;
}

export function debtsIn({ disputes, overdueFrom, hiddenAt, ...amounts }: DebtsJson): Debts {
  return {
    ...amounts,
    disputes: disputes.map(({ contested, since, hiddenAt: hidden }) => ({
      contested,
      since: instantOf(new Date(since)),
      hiddenAt: instantIn(hidden),
    })),
    overdueFrom: instantIn(overdueFrom),
    hiddenAt: instantIn(hiddenAt),
  };
}

const instantIn = (text: string | null) => (text === null ? undefined : instantOf(new Date(text)));

/**
 * SQL: the last time that this or an earlier dispute hid that the statement was overdue, stored when the dispute
 * ends.
 */
export const hiddenAtEnd = sql<Date | null>`case when overdue_from <= disputed_at then disputed_at else hidden_at end`;

/** SQL: the last signing of a statement of the contract. */
export function lastSigned(contractId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`(select max(signed_at) from statement where statement.contract_id = ${contractId})`;
}
