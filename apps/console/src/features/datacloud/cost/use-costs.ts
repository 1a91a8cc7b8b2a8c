import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { instantOfEpochMs } from '@usance/period/instant';
import { consoleNow } from '../../../api/product-time.ts';
import { changeOf, type SpelledChange } from '../../purchase/purchase-change.ts';
import { spellRangeUntil } from '../../purchase/search/purchase-days.ts';
import { costsOf, type DatacloudCosts, monthCosts } from './month-costs.ts';
import { monthSoFarOf } from './month-so-far.ts';

export interface CostsOf {
  datacloud: Pick<ListedDatacloud, 'id'>;
  contract: Contract;
}

interface Costs extends DatacloudCosts {
  /** The change in words; undefined without an earlier charge. */
  change: SpelledChange | undefined;
}

/** Returns the costs of a data cloud in the month so far; undefined until they are known. */
export function useCosts({ datacloud, contract }: CostsOf): Costs | undefined {
  const at = instantOfEpochMs(consoleNow());
  const costs = costsOf(useQuery(monthCosts(contract, at)).data, datacloud.id);
  const { former } = monthSoFarOf(contract, at);
  if (costs === undefined) return undefined;
  const { amount, compared } = costs;
  if (former === undefined || compared === undefined) return { ...costs, change: undefined };
  return { ...costs, change: changeOf(amount, compared.formerAmount, spellRangeUntil(former, contract.billingZone)) };
}
