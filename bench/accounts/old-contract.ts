import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { vouchers } from '@usance/api/money/voucher';
import { internalCaller } from '../../apps/server/src/testing/callers.ts';
import type { TestApp } from '../../apps/server/src/testing/test-app.ts';
import { median, timed } from '../timing.ts';

const rounds = 40;

/**
 * Measures what a contract with 60 months and 10,000 vouchers costs its readers, against one with a month and a voucher,
 * in turn.
 */
export async function measureOldContract(app: TestApp): Promise<void> {
  const [old, young] = ['ct-oldcontract', 'ct-youngcontract'];
  await fillContract(app, { id: old, months: 60, vouchers: 10_000, firstNo: 1 });
  await fillContract(app, { id: young, months: 1, vouchers: 1, firstNo: 2_130 });
  await app.ownerScript('analyze');
  const caller = internalCaller(app);
  const reads = {
    'available balance': (id: string) => caller.call(availableBalances.get, { params: { id } }),
    'list of statements': (id: string) => caller.call(statements.list, { params: { id }, query: { pageSize: 10 } }),
    'list of vouchers': (id: string) => caller.call(vouchers.list, { params: { id }, query: { pageSize: 10 } }),
    'sums of vouchers': (id: string) => caller.call(vouchers.summary, { params: { id }, query: {} }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const figures = { old: [] as number[], young: [] as number[] };
    for (let round = -5; round < rounds; round += 1) {
      const [oldMs, youngMs] = [await timed(() => read(old)), await timed(() => read(young))];
      if (round < 0) continue;
      figures.old.push(oldMs);
      figures.young.push(youngMs);
    }
    const ratio = median(figures.old.map((ms, round) => ms / (figures.young[round] ?? Number.NaN)));
    const [oldMs, youngMs] = [figures.old, figures.young].map((ms) => `${median(ms).toFixed(1)} ms`);
    console.log(
      `${name}, 60 months, 10,000 vouchers`.padEnd(44),
      `${oldMs}, with one each ${youngMs}, ${ratio.toFixed(2)} ×`,
    );
  }
}

interface Filling {
  readonly id: string;
  readonly months: number;
  readonly vouchers: number;
  /** Voucher n was bound 4n hours before October, and holds for a year. */
  readonly firstNo: number;
}

/** Fills in signed and paid months up to September 2026, an open October, and vouchers of which most have paid all. */
async function fillContract(
  { ownerScript }: TestApp,
  { id, months, vouchers: count, firstNo }: Filling,
): Promise<void> {
  await ownerScript(`
    set session_replication_role = replica;
    create temporary table signed as
      select to_char(start_at, 'YYYY-MM') as month, start_at, start_at + interval '1 month' as end_at, no
      from (select timestamptz '2026-09-01' - (no - 1) * interval '1 month' as start_at, no from generate_series(1, ${months}) no) as months;
    insert into contract (id, sign_id, state, tags, name, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select '${id}', '${id}', 'Active', 'Old', 'Old', 'E', 'Buyer', 'saas', 'USD', min(start_at), min(start_at) from signed;
    insert into closed_month (contract_id, month, closed_at) select '${id}', month, end_at from signed;
    insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on,
        confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted, credit_applied,
        payable, cash_deducted, confirm_state)
      select '${id}', 'stm-' || translate(lpad(no::text, 10, '0'), '0123456789', 'abcdefghij'), month, 'Old', 'Buyer', 'USD', start_at,
        end_at, end_at, end_at + interval '5 days', end_at + interval '5 days', end_at + interval '5 days', end_at + interval '6 days',
        end_at, 1, repeat('0', 64), 10, 10, 0, 0, 10, 10, 'confirmed' from signed;
    insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, hour_starts, hour_amounts)
      select '${id}', day::date, nextval('purchase_run_no'), 24, 24, 24, day + interval '1 day', day + interval '1 day',
        array(select day + hour * interval '1 hour' from generate_series(0, 23) hour), array_fill(1::numeric(38, 12), array[24])
      from generate_series((select min(start_at) from signed), '2026-10-18', interval '1 day') as day;
    insert into voucher (contract_id, id, denomination, valid_days, origin, reason, created_at, start_at, end_at, balance, lapsed)
      select '${id}', 'vch-' || translate(lpad(no::text, 10, '0'), '0123456789', 'abcdefghij'), 10, 365, 'operator', 'Filled in', at, at,
        at + interval '365 days', case when is_left and not has_ended then 5 else 0 end,
        case when is_left and has_ended then 5 else 0 end
      from (
        select no, at, no % 10 = 0 as is_left, at + interval '365 days' <= '2026-10-20' as has_ended
        from (select no, timestamptz '2026-10-01' - no * interval '4 hours' as at from generate_series(${firstNo}, ${firstNo + count - 1}) no) as days) as issued;
    insert into voucher_total (contract_id, bound) select '${id}', sum(balance) from voucher where contract_id = '${id}';
    drop table signed`);
}
