import type { AvailableBalance } from '@usance/api/available-balance';
import { add, compare, formatDecimal, parseDecimal } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { type Instant, instantOfEpochMs, toRfc3339 } from '@usance/period/instant';
import type { Deps } from '../../../platform/context.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { unbilled, usageThrough } from '../purchase/purchase-sums.ts';
import { type AccountState, accountPeriodOf, usualDayCounts } from './account-period.ts';
import { atLedgerScale, availableBalanceOf, type BalanceParts } from './available-balance.ts';
import { liabilitiesOf } from './liabilities.ts';

/** What a contract can still spend, what that is made of and where the account stands. 404: no such contract. */
export async function readAvailableBalance(deps: Deps, contractId: string): Promise<AvailableBalance> {
  const now = deps.clock.now();
  const { contract, parts, overdueSince, through } = await readParts(deps, contractId, now);
  const { currency } = contract;
  const available = availableBalanceOf(parts);
  const state = accountPeriodOf({
    available,
    overdueSince: overdueSince === null ? undefined : instantOfEpochMs(overdueSince.getTime()),
    now: instantOfEpochMs(now.getTime()),
    dayCounts: usualDayCounts,
  });
  return {
    contractId,
    currency,
    availableBalance: available,
    availableBalanceFormatted: formatMoney(available, currency),
    state: { summary: state.summary },
    details: {
      bankBalance: parts.bank,
      bankBalanceFormatted: formatMoney(parts.bank, currency),
      voucher: parts.voucher,
      voucherFormatted: formatMoney(parts.voucher, currency),
      frozen: parts.frozen,
      frozenFormatted: formatMoney(parts.frozen, currency),
      unbilled: parts.unbilled,
      unbilledFormatted: formatMoney(parts.unbilled, currency),
      undeductedDue: parts.due,
      undeductedDueFormatted: formatMoney(parts.due, currency),
      undeductedOverDue: parts.overdue,
      undeductedOverDueFormatted: formatMoney(parts.overdue, currency),
      ...endsOf(state),
    },
    asOf: now.toISOString(),
    usageThrough: through === undefined ? null : toRfc3339(through),
  };
}

/** Whether a contract's available balance covers an amount; no contract has a credit limit yet. 404: no such contract. */
export async function coversAmount(deps: Deps, contractId: string, amount: string): Promise<boolean> {
  const { parts } = await readParts(deps, contractId, deps.clock.now());
  return compare(parseDecimal(availableBalanceOf(parts)), parseDecimal(amount)) >= 0;
}

/** In one snapshot, or a statement signed between two reads would be counted twice or not at all. */
function readParts(deps: Deps, contractId: string, now: Date) {
  const snapshot = deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const contract = await getContract(tx, contractId);
    const has = await balancesOf(tx, contractId);
    const owes = await liabilitiesOf(tx, contractId, now);
    const parts: BalanceParts = {
      bank: has.bank,
      voucher: has.voucher,
      frozen: formatDecimal(add(parseDecimal(has.frozen), parseDecimal(owes.disputed)), 8),
      unbilled: formatDecimal(atLedgerScale(await unbilled(tx, deps.clickhouse, contract, now)), 8),
      due: owes.due,
      overdue: owes.overdue,
    };
    const through: Instant | undefined = await usageThrough(tx, contract);
    return { contract, parts, overdueSince: owes.overdueSince, through };
  });
}

function endsOf(state: AccountState) {
  return {
    ...(state.extensionEnd === undefined ? {} : { extensionPeriodEnd: toRfc3339(state.extensionEnd) }),
    ...(state.suspensionEnd === undefined ? {} : { suspensionPeriodEnd: toRfc3339(state.suspensionEnd) }),
    ...(state.backupEnd === undefined ? {} : { backupPeriodEnd: toRfc3339(state.backupEnd) }),
  };
}
