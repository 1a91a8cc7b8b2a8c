import type { purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import { type Day, dayOf, startOfDay } from '@usance/period/day';
import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import { isEmpty, type Range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { type LiveRun, liveRuns } from '../../../metering/billing-day/live-runs.ts';
import { type AskedTagKey, selectTags } from '../tag/select-tags.ts';
import { purchaseWindow } from './purchase-window.ts';

export type PurchaseFilters = ParsedQuery<typeof purchases.aggBySku>;

/** The rated rows that a read covers. Every read must build its SQL on `where` or `sums`, and `params`, only. */
export type PurchaseSelection = {
  readonly contract: ContractRow;
  readonly zone: BillingZone;
  readonly runs: readonly LiveRun[];
  readonly where: string;
  /** Covers the whole days of these rows, whatever their hours, amounts and tags; also a condition for their sums. */
  readonly ofDays: string;
  readonly params: QueryParams;
  /**
   * SQL for a table with the same sums in fewer rows. Whole days come from their roll-up, and days that the window cuts
   * from their rows. `named_at` is the hour of the names. With a `tagKey`, `tag_value` is its value as `=value`, or
   * empty without one.
   */
  readonly sums: string;
  /** True if `sums` reads rows, and not their roll-up alone. */
  readonly readsRows: boolean;
  /** The number of rows, if the runs give it without counting. */
  readonly knownCount: bigint | undefined;
};

/** The rated rows of one window. */
export type WindowSelection = PurchaseSelection & { readonly window: Range };

/** The context of a read of rated rows, after the access check. */
export type PurchaseContext = Pick<OnContract<ReadContext>, 'db' | 'clickhouse' | 'now' | 'contract'>;

/** Finds the live runs once, so that all queries of one read see the same rows. */
export async function selectPurchases(
  of: PurchaseContext,
  filters: PurchaseFilters & AskedTagKey,
): Promise<WindowSelection> {
  const window = purchaseWindow(filters, billingZoneOf(of.contract.currency), of.now);
  return { ...(await selectWindows(of, filters, [window])), window };
}

/** Like `selectPurchases`, for the rows that are in any of several windows. */
export async function selectWindows(
  ctx: Omit<PurchaseContext, 'now'>,
  filters: Omit<PurchaseFilters, 'start' | 'end'> & AskedTagKey,
  windows: readonly Range[],
): Promise<PurchaseSelection> {
  const { db, contract } = ctx;
  const zone = billingZoneOf(contract.currency);
  const runs = await runsInAny(db, contract.id, windows, zone);
  const lists = listConditions(filters);
  const bounds = boundsOf(windows, zone);
  const charged = !filters.includeZeroAmount;
  const chosen = [...bounds, ...lists].map(({ sql }) => sql);
  const where = [...ofRuns, ...chosen, ...(charged ? ['amount != 0'] : [])].join(' AND ');
  const ofDays = [...ofRuns, ...lists.map(({ sql }) => sql)].join(' AND ');
  const params: QueryParams = Object.assign(
    runParams(contract.id, runs),
    ...[...bounds, ...lists].map((condition) => condition.params),
  );
  const tags = await selectTags(ctx, filters, { ofDays, params });
  const cutDays = cutDaysOf([...windows.flatMap(({ start, end }) => [start, end]), ...tags.changes], zone);
  const cut = runs.filter(({ day }) => cutDays.has(day));
  const sums = { where, lists: lists.map(({ sql }) => sql), charged, isCut: cut.length > 0, readsTags: tags.areRead };
  return {
    contract,
    zone,
    runs,
    where: [where, ...tags.filtered('start_at')].join(' AND '),
    ofDays,
    params: { ...params, cutRuns: cut.map(({ runNo }) => runNo) },
    sums: tags.addedTo(sumsSql(sums)),
    readsRows: sums.isCut || sums.readsTags,
    knownCount:
      bounds.length + lists.length === 0 && !charged && !filters.tag?.length
        ? runs.reduce((rows, run) => rows + run.slices, 0n)
        : undefined,
  };
}

const isMidnight = (at: Instant, zone: BillingZone) => startOfDay(dayOf(at, zone), zone) === at;

/** The days that one of these instants cuts in two. */
const cutDaysOf = (cuts: readonly Instant[], zone: BillingZone): ReadonlySet<Day> =>
  new Set(cuts.filter((at) => !isMidnight(at, zone)).map((at) => dayOf(at, zone)));

const summedColumns =
  'bill_at, datacloud_id, datacloud_name, cloud_provider, region, edition, object_id, object_name, product, type, ' +
  'sub_type, billing_item, sku_no, consumption, consumption_unit, unit_price, list_price, price_unit, zhekou, amount, adjustment';

type Sums = {
  readonly where: string;
  readonly lists: readonly string[];
  readonly charged: boolean;
  readonly isCut: boolean;
  readonly readsTags: boolean;
};

/**
 * Days that a window or a change of tags cuts are read from their rows, because a roll-up covers whole days. For tags,
 * late usage of other days is as well: it has the tags of the hour in which it was used.
 */
function sumsSql({ where, lists, charged, isCut, readsTags }: Sums): string {
  const conditions = [...ofRuns, ...lists, ...(charged ? ['is_zero = 0'] : [])];
  if (isCut) conditions.push('run_no NOT IN {cutRuns:Array(UInt64)}');
  const ofWhole = (columns: string, more: readonly string[]) =>
    `SELECT ${columns} FROM rated_rollup WHERE ${[...conditions, ...more].join(' AND ')}`;
  const ofRows = (condition: string) =>
    `SELECT ${summedColumns}, bill_at AS named_at, start_at AS tagged_at FROM purchase WHERE ${where} AND ${condition}`;
  const late = 'adjustment = 1';
  const parts = [
    ofWhole(`${summedColumns}, named_at, bill_at AS tagged_at`, readsTags ? ['adjustment = 0'] : []),
    ...(isCut ? [ofRows('run_no IN {cutRuns:Array(UInt64)}')] : []),
    ...(readsTags ? [ofRows(`${late} AND run_no IN (${ofWhole('run_no', [late])})`)] : []),
  ];
  return `(${parts.join(' UNION ALL ')})`;
}

/** The base condition of every read of rated rows; other runs are dead or unfinished. */
export const ofRuns = ['contract_id = {contractId:String}', 'run_no IN {runs:Array(UInt64)}'];
export const runParams = (contractId: string, runs: readonly Pick<LiveRun, 'runNo'>[]): QueryParams => ({
  contractId,
  runs: runs.map((run) => run.runNo),
});

const columnOf = {
  datacloudID: 'datacloud_id',
  objectID: 'object_id',
  edition: 'edition',
  cloudProvider: 'cloud_provider',
  region: 'region',
  product: 'product',
  type: 'type',
  subType: 'sub_type',
  billingItem: 'billing_item',
} as const satisfies Partial<Record<keyof PurchaseFilters, string>>;
export const listFilters = Object.keys(columnOf) as (keyof typeof columnOf)[];

export type Condition = { sql: string; params: QueryParams };

function listConditions(filters: Omit<PurchaseFilters, 'start' | 'end'>): Condition[] {
  return listFilters.flatMap((name) => {
    const values = filters[name] ?? [];
    if (values.length === 0) return [];
    return [{ sql: `${columnOf[name]} IN {${name}:Array(String)}`, params: { [name]: values } }];
  });
}

/** The runs already limit a single window by days: only a bound within a day needs a row condition. */
function boundsOf(windows: readonly Range[], zone: BillingZone): Condition[] {
  const [only, ...others] = windows;
  if (only === undefined || others.length > 0) {
    const each = windows.map((window, no) => windowCondition(window, `window${no}`));
    const sql = each.map((condition) => condition.sql).join(' OR ');
    return [{ sql: `(${sql})`, params: Object.assign({}, ...each.map(({ params }) => params)) }];
  }
  const bound = (name: string, sign: '>=' | '<', at: Instant): Condition[] =>
    isMidnight(at, zone) ? [] : [boundCondition(name, sign, at)];
  return [...bound('from', '>=', only.start), ...bound('until', '<', only.end)];
}

/** SQL: whether a row is in a window; `name` sets the names of its parameters. */
export function windowCondition({ start, end }: Range, name: string): Condition {
  const [from, until] = [boundCondition(`${name}From`, '>=', start), boundCondition(`${name}Until`, '<', end)];
  return { sql: `(${from.sql} AND ${until.sql})`, params: { ...from.params, ...until.params } };
}

/** Rows have whole seconds, so a bound can be rounded up. The value is clamped to the engine's type. */
function boundCondition(name: string, sign: '>=' | '<', at: Instant): Condition {
  const seconds = Math.min(Math.ceil(at / 1000), 2 ** 32 - 1);
  return { sql: `bill_at ${sign} toDateTime({${name}:UInt32}, 'UTC')`, params: { [name]: seconds } };
}

async function runsInAny(db: DbOrTx, contractId: string, windows: readonly Range[], zone: BillingZone) {
  const found = await Promise.all(windows.map((window) => runsIn(db, contractId, window, zone)));
  return [...new Map(found.flat().map((run) => [run.runNo, run])).values()];
}

async function runsIn(db: DbOrTx, contractId: string, window: Range, zone: BillingZone) {
  if (isEmpty(window)) return [];
  const last = instantOfEpochMs(window.end - 1);
  return liveRuns(db, contractId, dayOf(window.start, zone), dayOf(last, zone));
}
