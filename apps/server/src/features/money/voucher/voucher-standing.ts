import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import { openDays } from '../../metering/billing-day/open-months.ts';
import { openShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';

/** The bound vouchers of a contract at an instant. */
export interface VoucherStanding {
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

/** A `VoucherStanding` as PostgreSQL's JSON has it. */
export interface VoucherStandingJson {
  readonly valid: string;
  readonly nextEnd: string | null;
  readonly hasEnded: boolean;
  readonly ended: readonly { readonly at: string; readonly amount: string }[];
}

/**
 * SQL: the voucher balance of a contract at an instant. Uses the stored total, and subtracts the few vouchers that have
 * ended and are not written off.
 */
export function voucherStandingJson(
  contractId: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<VoucherStandingJson> {
  const bound = sql`voucher.contract_id = ${contractId} and start_at is not null`;
  return sql`json_build_object(
    'valid', (
        coalesce((select bound from voucher_total where voucher_total.contract_id = ${contractId}), 0)
        - coalesce((select sum(balance) from voucher where ${bound} and balance > 0 and end_at <= ${now}), 0)
      )::numeric(38, 8)::text,
    'nextEnd', (select end_at from voucher where ${bound} and balance > 0 and end_at > ${now} order by end_at limit 1),
    'hasEnded', exists (select from voucher where ${bound} and balance + lapsed > 0 and end_at <= ${now}
      and end_at > (select min(since) from ${openSince(contractId)})),
    'ended', (
      select coalesce(json_agg(json_build_object('at', end_at, 'amount', amount::text) order by end_at), '[]')
      from (
        select end_at, sum(balance + lapsed) as amount from voucher
        where ${bound} and balance + lapsed > 0 and end_at <= ${now}
          and end_at > (select looked_at from account_period where account_period.contract_id = ${contractId})
        group by end_at) as ended_at_once))`;
}

export function voucherStandingOf({ valid, nextEnd, hasEnded, ended }: VoucherStandingJson): VoucherStanding {
  return {
    valid,
    nextEnd: nextEnd === null ? undefined : instantOf(new Date(nextEnd)),
    hasEnded,
    ended: ended.map(({ at, amount }) => ({ at: instantOf(new Date(at)), amount })),
  };
}

/**
 * SQL: the start of usage that open months have to pay; late usage counts by its own hour. Includes shares of settled
 * marketplace links.
 */
function openSince(contractId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select least(day::timestamptz - interval '1 day', (select min(used.hour) from unnest(hour_starts) as used (hour))) as since
    from ${openDays(contractId)}
    union all
    select hour from ${openShares(contractId)}) as open_usage`;
}
