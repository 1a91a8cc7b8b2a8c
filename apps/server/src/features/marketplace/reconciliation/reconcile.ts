import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { priceText } from '@usance/api/wire';
import { type Exact, formatDecimal, multiply, subtract, sum } from '@usance/money/decimal';
import { type Selectable, sql } from 'kysely';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import type { Database, Db } from '#platform/postgres/database.ts';
import { pageOf } from '#platform/postgres/page.ts';
import { findLastLink, type LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';
import { marketplaceAt } from '../provider/marketplaces.ts';
import { subscribedOf } from '../subscription/subscription.ts';

type Reply = CallReply<typeof calls.reconciliation>;
type HourRow = Selectable<Database['marketplace_hour']>;
type Context = Pick<OnContract<ReadContext>, 'db' | 'contract' | 'log' | 'marketplaces'>;

/**
 * Compares the rated amounts of a contract's last link with the reported and accepted ones, in total and by hour.
 * Adds the lines that the marketplace billed, if it can be asked.
 */
export async function reconcile(
  ctx: Context,
  { query }: { query: ParsedQuery<typeof calls.reconciliation> },
): Promise<Reply> {
  const { db, contract } = ctx;
  const link = await findLastLink(db, contract.id);
  if (!link) return nothingTold(query);
  const rated = await ratedByHour(db, link);
  const adjusted = await adjustedByHour(db, link);
  let hours = db.selectFrom('marketplace_hour').where('contract_id', '=', contract.id).where('link_id', '=', link.id);
  if (query.start !== undefined) hours = hours.where('hour', '>=', new Date(query.start));
  if (query.end !== undefined) hours = hours.where('hour', '<', new Date(query.end));
  const page = await pageOf(
    hours,
    query,
    (found) => found.selectAll().orderBy('hour', query.ordering).orderBy('id'),
    (row) => hourOf(row, rated, adjusted),
  );
  return { ...page, totals: await totalsOf(db, link, rated), marketplace: await toldBy(ctx, link) };
}

function nothingTold({ pageNum, pageSize }: ParsedQuery<typeof calls.reconciliation>): Reply {
  const none = text('0');
  return {
    items: [],
    pageNum,
    pageSize,
    totalSize: 0,
    totals: { rated: none, accepted: none, outstanding: none, inDoubt: none, until: null, notTold: none },
    marketplace: { couldBeAsked: false, lines: [] },
  };
}

type ByHour = ReadonlyMap<number, string>;

function hourOf(row: HourRow, rated: ByHour, adjusted: ByHour): Reply['items'][number] {
  const { hour, quantity, accepted, unit, state, deadline, in_doubt: isInDoubt } = row;
  const reported = multiply(quantity, unit);
  const isOutstanding = state === 'pending';
  return {
    hourlyStatementID: row.id,
    hour: hour.toISOString(),
    state,
    rated: text(rated.get(hour.getTime()) ?? '0'),
    reported: text(reported),
    accepted: text(multiply(accepted, unit)),
    adjusted: text(adjusted.get(hour.getTime()) ?? '0'),
    outstanding: text(isOutstanding ? reported : '0'),
    inDoubt: text(isInDoubt ? reported : '0'),
    until: isOutstanding ? deadline.toISOString() : null,
  };
}

const text = (amount: Exact): string => priceText(formatDecimal(amount, 12));

async function ratedByHour(db: Db, { contract_id, from_hour, ended_at }: LinkRow): Promise<ByHour> {
  const { rows } = await sql<{ hour: Date; amount: string }>`
    select used.hour, sum(used.amount)::numeric(38, 12) as amount from ${hoursOfDays(sql`${contract_id}`)}
    where used.hour >= ${from_hour} and (${ended_at}::timestamptz is null or used.hour <= ${ended_at})
    group by used.hour`.execute(db);
  return new Map(rows.map(({ hour, amount }) => [hour.getTime(), amount]));
}

async function adjustedByHour(db: Db, { contract_id, id }: LinkRow): Promise<ByHour> {
  const rows = await db
    .selectFrom('marketplace_adjustment')
    .select(['hour', sql<string>`sum(amount)::numeric(38, 12)`.as('amount')])
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .groupBy('hour')
    .execute();
  return new Map(rows.map(({ hour, amount }) => [hour.getTime(), amount]));
}

async function totalsOf(db: Db, { contract_id, id }: LinkRow, rated: ByHour): Promise<Reply['totals']> {
  const told = await db
    .selectFrom('marketplace_hour')
    .select([
      sql<string>`coalesce(sum(accepted * unit), 0)::numeric(38, 12)`.as('accepted'),
      sql<string>`coalesce(sum(quantity * unit) filter (where state = 'pending'), 0)::numeric(38, 12)`.as(
        'outstanding',
      ),
      sql<string>`coalesce(sum(quantity * unit) filter (where in_doubt), 0)::numeric(38, 12)`.as('inDoubt'),
      sql<Date | null>`min(deadline) filter (where state = 'pending')`.as('until'),
    ])
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .executeTakeFirstOrThrow();
  const all = sum([...rated.values()]);
  return {
    rated: text(all),
    accepted: text(told.accepted),
    outstanding: text(told.outstanding),
    inDoubt: text(told.inDoubt),
    until: told.until?.toISOString() ?? null,
    notTold: text(subtract(all, sum([told.accepted, told.outstanding, told.inDoubt]))),
  };
}

async function toldBy({ db, log, marketplaces }: Context, link: LinkRow): Promise<Reply['marketplace']> {
  const row = await db
    .selectFrom('marketplace_subscription')
    .selectAll()
    .where('id', '=', link.subscription_id)
    .executeTakeFirstOrThrow();
  try {
    const provider = marketplaceAt(marketplaces, link.cloud_provider);
    const lines = await provider.billedLines(subscribedOf(row));
    return lines ? { couldBeAsked: true, lines: [...lines] } : { couldBeAsked: false, lines: [] };
  } catch (error) {
    // The amounts known here are returned anyway.
    log.warn({ contractId: link.contract_id, err: error }, 'asking a marketplace for its billed lines failed');
    return { couldBeAsked: false, lines: [] };
  }
}
