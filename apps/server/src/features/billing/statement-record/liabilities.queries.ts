import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { Unpaid } from './lateness.ts';

/** The debts of signed statements; a disputed one is neither due nor overdue until it is decided. */
export interface Debts {
  readonly due: string;
  readonly overdue: string;
  /** The undisputed statements, due or not, that are not fully paid, oldest first. */
  readonly unpaid: readonly Unpaid[];
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

/** `Debts` as PostgreSQL's JSON has them. */
export interface DebtsJson {
  readonly due: string;
  readonly overdue: string;
  readonly unpaid: readonly {
    readonly undeducted: string;
    readonly overdueFrom: string;
    readonly hiddenAt: string | null;
  }[];
  readonly disputes: readonly {
    readonly contested: string;
    readonly since: string;
    readonly hiddenAt: string | null;
  }[];
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
  return sql`(
    select json_build_object(
      'due', coalesce(sum(undeducted) filter (where ${isDue}), 0)::numeric(38, 8)::text,
      'overdue', coalesce(sum(undeducted) filter (where ${isOverdue}), 0)::numeric(38, 8)::text,
      'unpaid', coalesce(json_agg(
        json_build_object('undeducted', undeducted::text, 'overdueFrom', overdue_from, 'hiddenAt', hidden_at)
        order by month) filter (where not is_disputed), '[]'),
      'disputes', coalesce(json_agg(
        json_build_object('contested', (undeducted - frozen)::text, 'since', disputed_at, 'hiddenAt', ${hiddenAtEnd})
        order by month) filter (where is_disputed and undeducted > frozen), '[]'))
    from (
      select *, confirm_state = 'manualProcessing' as is_disputed
      from statement where statement.contract_id = ${contractId} and undeducted > 0) as unpaid)`;
}

export function debtsIn({ unpaid, disputes, ...amounts }: DebtsJson): Debts {
  return {
    ...amounts,
    unpaid: unpaid.map(({ undeducted, overdueFrom, hiddenAt }) => ({
      undeducted,
      overdueFrom: instantOf(new Date(overdueFrom)),
      hiddenAt: instantIn(hiddenAt),
    })),
    disputes: disputes.map(({ contested, since, hiddenAt: hidden }) => ({
      contested,
      since: instantOf(new Date(since)),
      hiddenAt: instantIn(hidden),
    })),
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
