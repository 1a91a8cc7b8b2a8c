import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Voucher, VoucherState, vouchers } from '@usance/api/money/voucher';
import { withFormatted } from '@usance/money/display';
import { instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type VoucherReader, type VoucherRow, voucherOf } from './voucher.ts';

/** Returns a voucher of the contract, or throws 404, also for other contracts' vouchers. */
export async function getVoucher(db: DbOrTx, contractId: string, id: string): Promise<VoucherRow> {
  const found = db.selectFrom('voucher').selectAll().where('contract_id', '=', contractId).where('id', '=', id);
  const row = await found.executeTakeFirst();
  if (!row) throw notFound('VOUCHER_NOT_FOUND');
  return row;
}

const columnOf = {
  gmtCreated: 'created_at',
  denomination: 'denomination',
  balance: 'balance',
  start: 'start_at',
  end: 'end_at',
} as const;

/** Lists the contract's vouchers in any state. Unbound ones come last if sorted by their window. */
export function listVouchers(
  ctx: ContractReading & Pick<VoucherReader, 'subject' | 'now'>,
  { query }: { query: ParsedQuery<typeof vouchers.list> },
): Promise<Page<Voucher>> {
  const { voucherStates = [], bound, ordering } = query;
  let found = issuedIn(ctx, query);
  if (voucherStates.length > 0) found = found.where(stateIn(voucherStates, ctx.now));
  if (bound !== undefined) found = found.where('start_at', bound ? 'is not' : 'is', null);
  const column = sql.ref(columnOf[query.orderBy]);
  return pageOf(
    found,
    query,
    (wanted) =>
      wanted
        .selectAll('voucher')
        .orderBy(ordering === 'asc' ? sql`${column} asc nulls last` : sql`${column} desc nulls last`)
        .orderBy('voucher.created_at', ordering)
        .orderBy('voucher.id', ordering),
    (row) => voucherOf(row, ctx),
  );
}

/** The totals of the vouchers issued in a range, by what has become of them. The parts add up to `issued`. */
export async function voucherSummary(
  ctx: ContractReading & Pick<VoucherReader, 'now'>,
  { query }: { query: ParsedQuery<typeof vouchers.summary> },
): Promise<CallReply<typeof vouchers.summary>> {
  const { currency } = ctx.contract;
  const total = (amount: RawBuilder<unknown>) => sql<string>`coalesce(sum(${amount}), 0)::numeric(38, 8)`;
  const sums = await issuedIn(ctx, query)
    .select([
      total(sql`denomination`).as('issued'),
      total(sql`case when start_at is null then balance end`).as('available'),
      total(sql`case when end_at > ${ctx.now} then balance end`).as('valid'),
      total(sql`denomination - balance - lapsed`).as('redeemed'),
      total(sql`lapsed + case when end_at <= ${ctx.now} then balance else 0 end`).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
  return { currency, ...withFormatted(sums, currency) };
}

function issuedIn(
  { db, contract }: ContractReading,
  { start, end }: { start?: number | undefined; end?: number | undefined },
) {
  let issued = db.selectFrom('voucher').where('contract_id', '=', contract.id);
  if (start !== undefined) issued = issued.where('created_at', '>=', new Date(start));
  if (end !== undefined) issued = issued.where('created_at', '<', new Date(end));
  return issued;
}

/** SQL for `stateAt`. */
function stateIn(states: readonly VoucherState[], now: Date): RawBuilder<boolean> {
  return sql`case when balance + lapsed = 0 then 'redeemed' when end_at <= ${now} then 'overdue' else 'valid' end
    = any(${[...states]}::text[])`;
}

/** A voucher that can pay usage in its window. */
export interface PayingVoucher {
  readonly id: string;
  /** The unredeemed balance, including the part that was written off. */
  readonly balance: string;
  readonly lapsed: string;
  readonly window: Range;
}

/**
 * Returns the vouchers whose windows overlap a range of time, in the order in which they pay. `moved` are changes to
 * their balances to assume.
 */
export async function payingVouchers(
  db: DbOrTx,
  contractId: string,
  range: Range,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<PayingVoucher[]> {
  return (await payingVouchersOf(db, new Map([[contractId, range]]), moved)).get(contractId) ?? [];
}

/** Like `payingVouchers`, for several contracts at once, each with its range. Contracts without any are left out. */
export async function payingVouchersOf(
  db: DbOrTx,
  ranges: ReadonlyMap<string, Range>,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, PayingVoucher[]>> {
  if (ranges.size === 0) return new Map();
  const [starts, ends] = [
    [...ranges.values()].map(({ start }) => new Date(start)),
    [...ranges.values()].map(({ end }) => new Date(end)),
  ];
  const { rows } = await sql<PayingRow>`
    select contract_id, voucher.id, balance + lapsed + coalesce(moved, 0) as balance, lapsed, start_at, end_at
    from unnest(${[...ranges.keys()]}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as asked (id, since, until)
    join voucher on voucher.contract_id = asked.id
    left join unnest(${[...moved.keys()]}::text[], ${[...moved.values()]}::numeric[]) as before (of, moved) on of = voucher.id
    where start_at is not null and balance + lapsed + coalesce(moved, 0) > 0 and end_at > since and start_at < until
    order by contract_id, end_at, start_at, created_at, voucher.id`.execute(db);
  const byContract = Map.groupBy(rows, ({ contract_id }) => contract_id);
  return new Map([...byContract].map(([id, own]) => [id, own.map(payingVoucherOf)]));
}

interface PayingRow {
  contract_id: string;
  id: string;
  balance: string;
  lapsed: string;
  start_at: Date;
  end_at: Date;
}

function payingVoucherOf({ id, balance, lapsed, start_at, end_at }: PayingRow): PayingVoucher {
  return { id, balance, lapsed, window: { start: instantOf(start_at), end: instantOf(end_at) } };
}
