import {
  type BillingMonth,
  billingMonthOf,
  firstDayOf,
  lastDayOf,
  parseBillingMonth,
  rangeOf,
} from '@usance/period/billing-month';
import { startOfDay } from '@usance/period/day';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { invalidParameter } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type LiveRun, liveRuns } from '../../metering/billing-day/live-runs.ts';
import { inSnapshot } from '../statement/signing/snapshot.ts';
import { monthsSignedElsewhere, type StatementRow } from '../statement-record/statement.queries.ts';
import { type MarketplaceHours, marketplaceHoursOf } from './marketplace-hours.ts';

/** A signed statement, with what vouchers paid of it. */
export interface Invoice {
  readonly statement: StatementRow;
  readonly vouchers: readonly { readonly id: string; readonly amount: string }[];
  /** True if it came with an archive, without its rows. */
  readonly isCarried: boolean;
}

/** A billing month with rated rows or a statement. */
export interface FocusMonth {
  readonly month: BillingMonth;
  readonly cycle: Range;
  readonly runs: readonly LiveRun[];
  /** Undefined while the month is open. */
  readonly invoice: Invoice | undefined;
}

export interface FocusMonths {
  readonly months: readonly FocusMonth[];
  readonly marketplaces: MarketplaceHours;
}

interface Asked {
  readonly fromMonth: string;
  readonly toMonth: string;
}

/** Reads the asked months in one snapshot, oldest first: a month that is signed meanwhile must not be half open. */
export function readFocusMonths({ db, contract }: ContractReading, asked: Asked): Promise<FocusMonths> {
  const [from, to] = [parseBillingMonth(asked.fromMonth), parseBillingMonth(asked.toMonth)];
  if (to < from) throw invalidParameter('toMonth', 'Must not lie before fromMonth.');
  const zone = billingZoneOf(contract.currency);
  return inSnapshot(db, async (tx) => {
    const runs = await liveRuns(tx, contract.id, firstDayOf(from), lastDayOf(to));
    const runsOf = Map.groupBy(runs, ({ day }) => billingMonthOf(startOfDay(day, zone), zone));
    const invoices = await invoicesIn(tx, contract.id, { from, to });
    const months = [...new Set([...runsOf.keys(), ...invoices.keys()])].sort();
    return {
      months: months.map((month) => ({
        month,
        cycle: rangeOf(month, zone),
        runs: runsOf.get(month) ?? [],
        invoice: invoices.get(month),
      })),
      marketplaces: await marketplaceHoursOf(tx, contract.id),
    };
  });
}

async function invoicesIn(
  db: DbOrTx,
  contractId: string,
  { from, to }: { from: BillingMonth; to: BillingMonth },
): Promise<ReadonlyMap<BillingMonth, Invoice>> {
  const statements = await db
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .execute();
  const paid = await db
    .selectFrom('settlement')
    .innerJoin('statement', (join) =>
      join
        .onRef('statement.contract_id', '=', 'settlement.contract_id')
        .onRef('statement.id', '=', 'settlement.statement_id'),
    )
    .select(['settlement.statement_id', 'settlement.ref as id', 'settlement.amount'])
    .where('settlement.contract_id', '=', contractId)
    .where('settlement.kind', '=', 'voucher')
    .where('settlement.reversed_by', 'is', null)
    .where('statement.month', '>=', from)
    .where('statement.month', '<=', to)
    .orderBy('settlement.ref')
    .execute();
  const carried = await monthsSignedElsewhere(db, contractId);
  const vouchersOf = Map.groupBy(paid, ({ statement_id }) => statement_id);
  return new Map(
    statements.map((statement) => [
      parseBillingMonth(statement.month),
      {
        statement,
        vouchers: (vouchersOf.get(statement.id) ?? []).map(({ id, amount }) => ({ id: id ?? '', amount })),
        isCarried: carried.has(statement.month),
      },
    ]),
  );
}
