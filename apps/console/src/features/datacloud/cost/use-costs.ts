import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { instant, instantOfEpochMs } from '@usance/period/instant';
import { consoleNow } from '../../../api/product-time.ts';
import { changeOf, type SpelledChange } from '../../purchase/purchase-change.ts';
import { spellRange } from '../../purchase/search/purchase-days.ts';
import { costsOf, type DatacloudCosts, monthCosts } from './month-costs.ts';

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
  const answer = useQuery(monthCosts(contract, instantOfEpochMs(consoleNow()))).data;
  const costs = costsOf(answer, datacloud.id);
  if (costs === undefined) return undefined;
  const { compared } = costs;
  const days = answer?.comparedDays?.before;
  if (days === undefined || compared === undefined) return { ...costs, change: undefined };
  const before = { start: instant(days.start), end: instant(days.end) };
  const period = spellRange(before, contract.billingZone);
  return { ...costs, change: changeOf(compared.amount, compared.formerAmount, period) };
}
