import { availableBalances } from '@usance/api/billing/available-balance';
import { bank, newestCash } from '@usance/api/billing/bank';
import { purchases } from '@usance/api/billing/purchase';
import { newestStatements, statementId, statements } from '@usance/api/billing/statement';
import { contracts, contractTiles } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { dataclouds, datacloudTiles } from '@usance/api/contract/datacloud';
import { frozens, newestHolds } from '@usance/api/money/hold';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import { contractId } from '@usance/api/wire';

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
  if (room === 'access-control') asked.push(urlOf(contractRoles.list, { params }));
  if (room === 'cost-analysis') asked.push(urlOf(purchases.freshness, { params }));
  if (scene === 'billing-center')
    asked.push(urlOf(availableBalances.get, { params }), ...ofBilling(params, room, item));
  return asked;
}

/** The fast lists of the billing center; figures about usage are computed and would delay the page. */
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
