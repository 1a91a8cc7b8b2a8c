import { availableBalances } from '@usance/api/billing/available-balance';
import { bank, newestCash } from '@usance/api/billing/bank';
import { allBudgets, budgets } from '@usance/api/billing/budget';
import { largestProducts, purchases } from '@usance/api/billing/purchase';
import { newestStatements, recentStatements, statementId, statements } from '@usance/api/billing/statement';
import { type Contract, contracts, contractTiles, toldContracts } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { dataclouds, datacloudTiles } from '@usance/api/contract/datacloud';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { regions } from '@usance/api/contract/region';
import { frozens, newestHolds } from '@usance/api/money/hold';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import { privateOffers, waitingOffers } from '@usance/api/sale/private-offer';
import { contractId } from '@usance/api/wire';
import { floorToHour, instant, instantOf } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import type { FirstReplies } from '#platform/http/listener/page/first-replies.ts';

/**
 * Returns the calls that the console's page at a path makes first: the account, its contracts, and the data that the
 * page cannot be drawn without. Unknown paths get the first two.
 */
export function firstAskedAt(path: string): string[] {
  const [, scene, id, room, item] = path.split('/');
  const asked = [urlOf(accounts.whoami), urlOf(contracts.list, contractTiles)];
  if (scene === 'dataclouds') asked.push(urlOf(dataclouds.list, datacloudTiles));
  if ((scene !== 'contracts' && scene !== 'billing-center') || !contractId.safeParse(id).success) return asked;
  const params = { id };
  asked.push(urlOf(contracts.get, { params }));
  if (room === 'statements' && statementId.safeParse(item).success)
    asked.push(urlOf(statements.get, { params: { id, statementID: item } }));
  if (scene === 'contracts' && room === 'overview') asked.push(urlOf(kycInfos.get, { params }));
  if (room === 'access-control') asked.push(urlOf(contractRoles.list, { params }));
  if (room === 'cost-analysis') asked.push(urlOf(purchases.freshness, { params }));
  if (scene === 'billing-center')
    asked.push(urlOf(availableBalances.get, { params }), ...ofBilling(params, room, item));
  return asked;
}

/** The lists of a page of the billing center that take no figures of usage, wherever they stand on it. */
function ofBilling(params: { id: string | undefined }, room: string | undefined, item: string | undefined): string[] {
  if (item) return [];
  if (room === 'statements') return [urlOf(statements.list, { params, ...newestStatements })];
  if (room !== 'income-expense') return [];
  return [
    urlOf(bank.summary, { params }),
    urlOf(bank.details, { params, ...newestCash }),
    urlOf(frozens.details, { params, ...newestHolds }),
  ];
}

/** A page that is asked for: its path, and true if it has a query. */
interface Page {
  readonly path: string;
  readonly hasQuery: boolean;
}

/**
 * Returns the calls that need the first replies: for the strip of contracts, the figures of cost analysis, and the
 * regions of a new data cloud. The groups are made one after the other.
 */
export function nextAskedAt({ path, hasQuery }: Page, told: FirstReplies, now: Date): string[][] {
  const [, scene, id, room, item] = path.split('/');
  if (scene === 'dataclouds')
    return toldContracts(contractsIn(told)).map((each) => [balanceOf(each), ...ofStrip(each)]);
  // With a query, the form opens with the contract that it names.
  if (scene === 'create-datacloud') return hasQuery ? [] : [ofCreating(contractsIn(told))];
  if (scene !== 'billing-center' || id === undefined || item !== undefined) return [];
  const contract = contracts.get.reply.safeParse(told[urlOf(contracts.get, { params: { id } })]?.body).data;
  if (contract === undefined) return [];
  if (room === 'income-expense') return [ofStrip(contract)];
  // Other figures than the usual ones are asked by the page.
  return room === 'cost-analysis' && !hasQuery ? [ofCostAnalysis(contract, told, now)] : [];
}

function contractsIn(told: FirstReplies): readonly Contract[] {
  return contracts.list.reply.safeParse(told[urlOf(contracts.list, contractTiles)]?.body).data?.items ?? [];
}

// The form opens with the first contract that is in service, which is seldom a later one.
const mostInForm = 4;

/** The regions of the contracts that may have a data cloud, and if there is a choice, the balances that decide it. */
function ofCreating(all: readonly Contract[]): string[] {
  const allowed = all.filter(({ permissions }) => permissions?.canCreateDatacloud);
  return allowed
    .slice(0, mostInForm)
    .flatMap((each) => [
      ...(allowed.length > 1 && each.permissions?.canReadBilling ? [balanceOf(each)] : []),
      urlOf(regions.list, { query: { contractID: each.id } }),
    ]);
}

const balanceOf = ({ id }: Contract) => urlOf(availableBalances.get, { params: { id } });

/** The strip with all that needs the reader. The page waits for it, since it stands above the rest. */
function ofStrip({ id, permissions }: Contract): string[] {
  const params = { id };
  return [
    urlOf(statements.list, { params, ...recentStatements }),
    urlOf(privateOffers.list, { params, ...waitingOffers }),
    ...(permissions?.canManageBilling ? [urlOf(budgets.list, { params, ...allBudgets })] : []),
    urlOf(availableBalances.runway, { params }),
  ];
}

/** The amounts of this month by product, and by day, with those of the month before if the contract had begun. */
function ofCostAnalysis({ id, billingZone, commencingOn }: Contract, told: FirstReplies, now: Date): string[] {
  const params = { id };
  const figures = purchases.freshness.reply.safeParse(told[urlOf(purchases.freshness, { params })]?.body).data;
  if (figures === undefined) return [];
  const through = figures.usageThrough === null ? undefined : instant(figures.usageThrough);
  const metered = { zone: billingZone, since: instant(commencingOn), through };
  const { range, previous } = purchasePeriodOf({ range: 'this-month' }, metered, floorToHour(instantOf(now)));
  const usageOf = ({ start, end }: Range) => ({ start, end, includeZeroAmount: true });
  const former = { formerStart: previous?.start, formerEnd: previous?.end };
  return [
    urlOf(purchases.groups, { params, query: { ...usageOf(range), ...former, ...largestProducts } }),
    ...[range, previous]
      .filter((asked) => asked !== undefined)
      .map((asked) => urlOf(purchases.dailyAcc, { params, query: usageOf(asked) })),
  ];
}
