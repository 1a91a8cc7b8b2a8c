import { type RawBuilder, sql } from 'kysely';

/** Payments that were not taken back, by statement. */
export const paymentSums = sql`(
  select s.contract_id, statement_id, coalesce(sum(amount) filter (where s.kind = 'voucher'), 0) as voucher,
         coalesce(sum(amount) filter (where s.kind = 'credit' and p.kind = 'sign'), 0) as credit_at_signing,
         coalesce(sum(amount) filter (where s.kind = 'credit' and p.kind <> 'sign'), 0) as credit_later,
         coalesce(sum(amount) filter (where s.kind = 'cash'), 0) as cash
  from settlement s left join posting p on p.contract_id = s.contract_id and p.id = s.posting_id
  where reversed_by is null group by s.contract_id, statement_id)`;

/** The amounts paid according to a statement, beside those of its payments and of the ledger. */
export interface PaidSums {
  readonly contract_id: string;
  readonly id: string;
  readonly month: string;
  readonly voucher_deducted: string;
  readonly credit_applied: string;
  readonly credit_deducted: string;
  readonly cash_deducted: string;
  readonly undeducted: string;
  readonly voucher: string;
  readonly credit_at_signing: string;
  readonly credit_later: string;
  readonly cash: string;
  readonly receivable: string;
}

/** A table of all statements with these sums. */
export const paidSums: RawBuilder<PaidSums> = sql`(
  select s.contract_id, s.id, s.month, voucher_deducted, credit_applied, credit_deducted, cash_deducted, undeducted,
         coalesce(voucher, 0) as voucher, coalesce(credit_at_signing, 0) as credit_at_signing,
         coalesce(credit_later, 0) as credit_later, coalesce(cash, 0) as cash, coalesce(-a.balance, 0) as receivable
  from statement s
  left join ${paymentSums} p on p.contract_id = s.contract_id and p.statement_id = s.id
  left join ledger_account a on a.contract_id = s.contract_id and a.kind = 'receivable' and a.ref = s.id)`;
