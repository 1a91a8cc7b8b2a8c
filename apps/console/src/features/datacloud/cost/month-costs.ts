import type { PurchaseGroup } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import type { Instant } from '@usance/period/instant';
import { purchaseQueries } from '../../purchase/search/purchase.queries.ts';
import type { PurchaseGroups } from '../../purchase/search/purchase-groups.ts';
import { monthSoFarOf } from './month-so-far.ts';

/** The number of data clouds of a contract in one answer; a month of days of more would be refused. */
const most = 999;

/** The costs of all data clouds of a contract in the month so far, in one request. */
export function monthCosts(contract: Contract, at: Instant) {
  const { now, previous } = monthSoFarOf(contract, at);
  return purchaseQueries.groups(contract.id, {
    ...now,
    formerStart: previous?.start,
    formerEnd: previous?.end,
    wholeDays: true,
    groupBy: 'datacloudID',
    step: 'day',
    pageSize: most,
  });
}

export type DatacloudCosts = Pick<PurchaseGroup, 'amount' | 'compared' | 'steps'>;

/** Returns the costs of a data cloud, zero without usage; undefined if the answer does not tell. */
export function costsOf(answer: PurchaseGroups | undefined, datacloudId: string): DatacloudCosts | undefined {
  const group = answer?.items.find(({ datacloudID }) => datacloudID === datacloudId);
  if (group !== undefined || answer === undefined || answer.totalSize > most) return group;
  return { amount: '0', steps: answer.steps.map(() => '0') };
}
