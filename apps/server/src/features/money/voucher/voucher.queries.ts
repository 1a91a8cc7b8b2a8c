import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Voucher, VoucherState, vouchers } from '@usance/api/voucher';
import { withFormatted } from '@usance/money/display';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { inOpenMonth, isClosedMonth } from '../../metering/closed-month/closed-month.ts';
import { type VoucherReader, type VoucherRow, voucherOf } from './voucher.ts';

/** A voucher of the contract, or 404, whoever else has it. */
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

/** A page of the contract's vouchers, in whatever state; those that have no window yet come last. */
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

/** What the vouchers that were issued in a range came to, by what has become of it; each part of one is in one sum. */
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

/** SQL: as stateAt. */
function stateIn(states: readonly VoucherState[], now: Date): RawBuilder<boolean> {
  return sql`case when balance + lapsed = 0 then 'redeemed' when end_at <= ${now} then 'overdue' else 'valid' end
    = any(${[...states]}::text[])`;
}

/** What a contract has in vouchers that are bound, and what time does to it. */
interface VoucherStanding {
  /** What is left of those that have not ended. */
  readonly valid: string;
  /** When the next of them ends. */
  readonly nextEnd: Instant | undefined;
  /** Whether one that has ended has something left, and may pay usage that is not signed. */
  readonly hasEnded: boolean;
  /** What ended since an instant, and when, the earliest first. */
  readonly ended: readonly VoucherEnd[];
}

/** What was left of vouchers at an instant at which they ended: above 0. */
export interface VoucherEnd {
  readonly at: Instant;
  readonly amount: string;
}

/**
 * What a contract has in vouchers at an instant, found without adding up all of them: those that have ended and are not written
 * off are few. With what has ended since its account period was last looked at.
 */
export async function voucherStanding(db: DbOrTx, contractId: string, now: Date): Promise<VoucherStanding> {
  const { rows } = await sql<{ at: Date | null; amount: string; next: Date | null; has_ended: boolean | null }>`
    select null::timestamptz as at, (
        coalesce((select bound from voucher_total where contract_id = ${contractId}), 0)
        - coalesce((select sum(balance) from voucher
            where contract_id = ${contractId} and start_at is not null and balance > 0 and end_at <= ${now}), 0)
      )::numeric(38, 8) as amount, (
        select end_at from voucher where contract_id = ${contractId} and start_at is not null and balance > 0 and end_at > ${now}
        order by end_at limit 1) as next,
      exists (select from voucher
        where contract_id = ${contractId} and start_at is not null and balance + lapsed > 0 and end_at <= ${now}
          and end_at > (select min(since) from ${openSince(contractId)})) as has_ended
    union all
    select end_at, sum(balance + lapsed), null, null from voucher
      where contract_id = ${contractId} and start_at is not null and balance + lapsed > 0 and end_at <= ${now}
        and end_at > (select looked_at from account_period where contract_id = ${contractId})
      group by end_at
    order by at nulls first`.execute(db);
  const [has, ...ended] = rows;
  return {
    valid: has?.amount ?? '0',
    nextEnd: has?.next ? instantOf(has.next) : undefined,
    hasEnded: has?.has_ended ?? false,
    ended: ended.flatMap(({ at, amount }) => (at ? [{ at: instantOf(at), amount }] : [])),
  };
}

/** SQL: from when on there is usage that open months have to pay, late usage by its own hour; or amounts of settled marketplace links. */
function openSince(contractId: string): RawBuilder<unknown> {
  return sql`(
    select least(day::timestamptz - interval '1 day', (select min(used.hour) from unnest(hour_starts) as used (hour))) as since
    from rated_day where contract_id = ${contractId} and ${inOpenMonth('rated_day')}
    union all
    select hour from marketplace_share as share
    where contract_id = ${contractId} and amount <> 0
      and not ${isClosedMonth(sql`${contractId}`, sql.ref('share.month'))}) as open_usage`;
}

/** A voucher that can pay hours of its window. */
export interface PayingVoucher {
  readonly id: string;
  /** All of it that nobody has redeemed, what was written off too. */
  readonly balance: string;
  readonly lapsed: string;
  readonly window: Range;
}

/**
 * The vouchers of a contract whose windows reach into a range of time, as that from the first hour that a month asks for to its end, in the order in which they pay. `moved` is what is
 * taken from some, or given back to them, before.
 */
export async function payingVouchers(
  db: DbOrTx,
  contractId: string,
  { start, end }: Range,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<PayingVoucher[]> {
  const { rows } = await sql<{ id: string; balance: string; lapsed: string; start_at: Date; end_at: Date }>`
    select id, balance + lapsed + coalesce(moved, 0) as balance, lapsed, start_at, end_at
    from voucher left join unnest(${[...moved.keys()]}::text[], ${[...moved.values()]}::numeric[]) as before (of, moved) on of = id
    where contract_id = ${contractId} and start_at is not null and balance + lapsed + coalesce(moved, 0) > 0
      and end_at > ${new Date(start)} and start_at < ${new Date(end)}
    order by end_at, start_at, created_at, id`.execute(db);
  return rows.map(({ id, balance, lapsed, start_at, end_at }) => ({
    id,
    balance,
    lapsed,
    window: { start: instantOf(start_at), end: instantOf(end_at) },
  }));
}
