import { type RawBuilder, sql } from 'kysely';

/** A statement beside the sums of its lines and of the rated days of its month. */
export interface SignedSums {
  readonly contract_id: string;
  readonly id: string;
  readonly month: string;
  readonly line_count: number;
  readonly exact_amount: string;
  readonly amount: string;
  readonly lines: string;
  readonly rows: string;
  readonly lines_exact: string;
  readonly lines_amount: string;
  readonly rated_days: string;
  readonly rated_rows: string;
  readonly rated: string;
}

/** A table of all statements with these sums, or of one contract's. */
export function signedSums(contractId?: string): RawBuilder<SignedSums> {
  const asked = contractId === undefined ? sql`` : sql`where contract_id = ${contractId}`;
  return sql`(
    select s.contract_id, s.id, s.month, s.line_count, s.exact_amount, s.amount,
           coalesce(l.lines, 0) as lines, coalesce(l.rows, 0) as rows, coalesce(l.exact_amount, 0) as lines_exact,
           coalesce(l.amount, 0) as lines_amount, coalesce(r.days, 0) as rated_days,
           coalesce(r.rows, 0) as rated_rows, coalesce(r.amount, 0) as rated
    from (select * from statement ${asked}) s
    left join (
      select contract_id, statement_id, count(*) as lines, sum(row_count) as rows, sum(exact_amount) as exact_amount,
             sum(amount) as amount
      from statement_line ${asked} group by contract_id, statement_id
    ) l on l.contract_id = s.contract_id and l.statement_id = s.id
    left join (
      select contract_id, to_char(day, 'YYYY-MM') as month, count(*) as days, sum(rows) as rows, sum(amount) as amount
      from rated_day ${asked} group by 1, 2
    ) r on r.contract_id = s.contract_id and r.month = s.month)`;
}
