import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** A hold whose postings differ from its amount. */
export interface HeldDifferently {
  readonly contractId: string;
  /** The id of the hold or the disputed statement; null for cash held without a cause. */
  readonly id: string | null;
  readonly memo: Readonly<Record<string, string>>;
  readonly asked: string;
  readonly booked: string;
}

/** Compares every hold with its postings, for one contract or all. */
export async function heldDifferently(db: DbOrTx, contractId: string | null): Promise<HeldDifferently[]> {
  const { rows } = await sql<HeldDifferently>`
    with booked as (
      select posting.contract_id, coalesce(memo ->> 'holdID', memo ->> 'statementID', '') as id,
             jsonb_strip_nulls(jsonb_build_object('holdID', min(memo ->> 'holdID'), 'holdCause', min(memo ->> 'holdCause'),
               'statementID', min(memo ->> 'statementID'))) as memo,
             sum(entry.amount) as amount
      from entry join posting on posting.contract_id = entry.contract_id and posting.id = entry.posting_id
      where entry.account = 'frozen' and (${contractId}::text is null or entry.contract_id = ${contractId})
      group by 1, 2
    ), asked as (
      select contract_id, id, jsonb_build_object('holdID', id, 'holdCause', cause) as memo, amount
        from cash_hold where state = 'open' and (${contractId}::text is null or contract_id = ${contractId})
      union all
      select contract_id, id, jsonb_build_object('statementID', id), frozen
        from statement where frozen > 0 and (${contractId}::text is null or contract_id = ${contractId})
    )
    select contract_id as "contractId", nullif(id, '') as id, coalesce(asked.memo, booked.memo) as memo,
           coalesce(asked.amount, 0)::numeric(38, 8) as asked, coalesce(booked.amount, 0)::numeric(38, 8) as booked
    from booked full join asked using (contract_id, id)
    where coalesce(asked.amount, 0) <> coalesce(booked.amount, 0)
    order by coalesce(asked.amount, 0) - coalesce(booked.amount, 0)`.execute(db);
  return rows;
}
