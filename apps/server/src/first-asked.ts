import { accounts } from '@usance/api/account';
import { availableBalances } from '@usance/api/available-balance';
import { contracts, contractTiles } from '@usance/api/contract';
import { dataclouds, datacloudTiles } from '@usance/api/datacloud';
import { urlOf } from '@usance/api/request';
import { statementId, statements } from '@usance/api/statement';
import { contractId } from '@usance/api/wire';

/**
 * What the console's page at a path asks for before anything else, by address: who reads, their contracts, and what the page
 * cannot be drawn without. An address that no page has is one whose page asks for the first two.
 */
export function firstAskedAt(path: string): string[] {
  const [, scene, id, room, item] = path.split('/');
  const asked = [urlOf(accounts.whoami), urlOf(contracts.list, contractTiles)];
  if (scene === 'dataclouds') asked.push(urlOf(dataclouds.list, datacloudTiles));
  if ((scene !== 'contracts' && scene !== 'billing-center') || !contractId.safeParse(id).success) return asked;
  asked.push(urlOf(contracts.get, { params: { id } }));
  if (scene === 'billing-center') asked.push(urlOf(availableBalances.get, { params: { id } }));
  if (room === 'statements' && statementId.safeParse(item).success)
    asked.push(urlOf(statements.get, { params: { id, statementID: item } }));
  return asked;
}
