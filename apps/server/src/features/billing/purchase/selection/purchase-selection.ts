import type { ParsedQuery } from '@usance/api/call';
import type { purchases } from '@usance/api/purchase';
import { dayOf, startOfDay } from '@usance/period/day';
import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import { isEmpty, type Range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { type LiveRun, liveRuns } from '../../../metering/billing-day/live-runs.ts';
import { purchaseWindow } from './purchase-window.ts';

export type PurchaseFilters = ParsedQuery<typeof purchases.aggBySku>;

/** The rated rows that a read covers. Every read must build its SQL on `where` and `params` only. */
export type PurchaseSelection = {
  readonly contract: ContractRow;
  readonly zone: BillingZone;
  readonly window: Range;
  readonly runs: readonly LiveRun[];
  readonly where: string;
  readonly params: QueryParams;
  /** The number of rows, if the runs give it without counting. */
  readonly knownCount: bigint | undefined;
};

/** The context of a read of rated rows, after the access check. */
export type PurchaseContext = Pick<OnContract<ReadContext>, 'db' | 'clickhouse' | 'now' | 'contract'>;

/** Finds the live runs once, so that all queries of one read see the same rows. */
export async function selectPurchases(
  { db, now, contract }: Pick<PurchaseContext, 'db' | 'now' | 'contract'>,
  filters: PurchaseFilters,
): Promise<PurchaseSelection> {
  const zone = billingZoneOf(contract.currency);
  const window = purchaseWindow(filters, zone, now);
  const runs = await runsIn(db, contract.id, window, zone);
  const chosen = conditions(filters, window, zone);
  return {
    contract,
    zone,
    window,
    runs,
    where: [...ofRuns, ...chosen.map(({ sql }) => sql)].join(' AND '),
    params: Object.assign(runParams(contract.id, runs), ...chosen.map(({ params }) => params)),
    knownCount: chosen.length === 0 ? runs.reduce((rows, run) => rows + run.slices, 0n) : undefined,
  };
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

type Condition = { sql: string; params: QueryParams };

function conditions(filters: PurchaseFilters, window: Range, zone: BillingZone): Condition[] {
  const lists = listFilters.flatMap((name) => {
    const values = filters[name] ?? [];
    if (values.length === 0) return [];
    return [{ sql: `${columnOf[name]} IN {${name}:Array(String)}`, params: { [name]: values } }];
  });
  const charged = filters.includeZeroAmount ? [] : [{ sql: 'amount != 0', params: {} }];
  return [...withinDays(window, zone), ...lists, ...charged];
}

/** The runs already limit the range by days; only a bound within a day needs a row condition. */
function withinDays({ start, end }: Range, zone: BillingZone): Condition[] {
  const bound = (name: string, sign: string, at: Instant): Condition[] =>
    startOfDay(dayOf(at, zone), zone) === at
      ? []
      : [{ sql: `bill_at ${sign} toDateTime({${name}:UInt32}, 'UTC')`, params: { [name]: secondsOf(at) } }];
  return [...bound('from', '>=', start), ...bound('until', '<', end)];
}

/** Rows have whole seconds, so a bound can be rounded up. The value is clamped to the engine's type. */
function secondsOf(at: Instant): number {
  return Math.min(Math.ceil(at / 1000), 2 ** 32 - 1);
}

async function runsIn(db: DbOrTx, contractId: string, window: Range, zone: BillingZone) {
  if (isEmpty(window)) return [];
  const last = instantOfEpochMs(window.end - 1);
  return liveRuns(db, contractId, dayOf(window.start, zone), dayOf(last, zone));
}
