import type { BillingMonth } from '@usance/period/billing-month';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { hostNames } from './focus-words.ts';

/** The hours whose usage a marketplace bills, as a statement leaves them out. */
export interface MarketplaceHours {
  /** Links that are not settled: the marketplace bills all usage that begins in these hours. */
  readonly windows: readonly {
    readonly issuer: string;
    readonly from: Instant;
    readonly endedAt: Instant | undefined;
  }[];
  /** The hours that marketplaces accepted of settled links, by billing month. */
  readonly settled: ReadonlyMap<string, readonly { readonly issuer: string; readonly hour: Instant }[]>;
}

export async function marketplaceHoursOf(db: DbOrTx, contractId: string): Promise<MarketplaceHours> {
  const links = await db
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_meter as meter', (join) =>
      join.onRef('meter.contract_id', '=', 'link.contract_id').onRef('meter.link_id', '=', 'link.id'),
    )
    .select(['link.cloud_provider', 'link.from_hour', 'link.ended_at'])
    .where('link.contract_id', '=', contractId)
    .where('meter.settled_at', 'is', null)
    .execute();
  const shares = await db
    .selectFrom('marketplace_share as share')
    .innerJoin('marketplace_link as link', (join) =>
      join.onRef('link.contract_id', '=', 'share.contract_id').onRef('link.id', '=', 'share.link_id'),
    )
    .select(['link.cloud_provider', 'share.month', 'share.hour'])
    .where('share.contract_id', '=', contractId)
    .groupBy(['link.cloud_provider', 'share.month', 'share.hour'])
    .having((eb) => eb.fn.sum('share.amount'), '<>', '0')
    .execute();
  const settled = shares.map(({ cloud_provider, month, hour }) => ({
    month,
    issuer: hostNames[cloud_provider],
    hour: instantOf(hour),
  }));
  return {
    windows: links.map(({ cloud_provider, from_hour, ended_at }) => ({
      issuer: hostNames[cloud_provider],
      from: instantOf(from_hour),
      endedAt: ended_at === null ? undefined : instantOf(ended_at),
    })),
    settled: Map.groupBy(settled, ({ month }) => month),
  };
}

/** SQL for the marketplace that bills the row `u`, empty if we do; undefined if none bills any row of the month. */
export function marketplaceSql({ windows, settled }: MarketplaceHours, month: BillingMonth): string | undefined {
  const accepted = settled.get(month) ?? [];
  if (windows.length + accepted.length === 0) return undefined;
  const hour = "toUnixTimestamp(toStartOfHour(u.start_at, 'UTC'))";
  const open = windows.flatMap(({ issuer, from, endedAt }) => {
    const until = endedAt === undefined ? '' : ` AND ${hour} <= ${seconds(endedAt)}`;
    return [`${hour} >= ${seconds(from)}${until}`, quote(issuer)];
  });
  const hours = numbers(
    'UInt32',
    accepted.map((each) => seconds(each.hour)),
  );
  const issuers = `[${accepted.map(({ issuer }) => quote(issuer)).join(',')}]`;
  const ended = accepted.length === 0 ? "''" : `transform(${hour}, ${hours}, ${issuers}, '')`;
  return open.length === 0 ? ended : `multiIf(${[...open, ended].join(', ')})`;
}

/** Returns the marketplaces that bill usage of a month. */
export function marketplacesIn({ windows, settled }: MarketplaceHours, month: BillingMonth, cycle: Range): string[] {
  const open = windows.filter(({ from, endedAt }) => from < cycle.end && (endedAt ?? cycle.start) >= cycle.start);
  return [...new Set([...open, ...(settled.get(month) ?? [])].map(({ issuer }) => issuer))].sort();
}

const seconds = (at: Instant): number => Math.floor(at / 1_000);
