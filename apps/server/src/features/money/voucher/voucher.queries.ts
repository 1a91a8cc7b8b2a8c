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
import { inOpenMonth } from '../../metering/closed-month/closed-month.ts';
import { openShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
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

/** The bound vouchers of a contract at an instant. */
interface VoucherStanding {
  /** The balance of vouchers that have not ended. */
  readonly valid: string;
  /** The end of the next one. */
  readonly nextEnd: Instant | undefined;
  /** True if an ended voucher has balance left that may pay unsigned usage. */
  readonly hasEnded: boolean;
  /** The vouchers that ended since the account was last looked at, in order of time. */
  readonly ended: readonly VoucherEnd[];
}

/** An instant at which vouchers ended, and their balance then, above 0. */
export interface VoucherEnd {
  readonly at: Instant;
  readonly amount: string;
}

/**
 * Returns the voucher balance of a contract at an instant. Uses the stored total, and subtracts the few vouchers that
 * have ended and are not written off.
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

/**
 * SQL: the start of usage that open months have to pay; late usage counts by its own hour. Includes shares of settled
 * marketplace links.
 */
function openSince(contractId: string): RawBuilder<unknown> {
  return sql`(
    select least(day::timestamptz - interval '1 day', (select min(used.hour) from unnest(hour_starts) as used (hour))) as since
    from rated_day where contract_id = ${contractId} and ${inOpenMonth('rated_day')}
    union all
    select hour from ${openShares(contractId)}) as open_usage`;
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
