import { createHash } from 'node:crypto';
import type { Currency } from '@usance/money/currency';

/** What a change of terms reaches: the words of SKUs, the list prices of a currency, or what some contracts have of their own. */
export type Reach = 'words' | Currency | `own-${string}`;

/** Whose prices a change is about: a contract's own, or (null) the list prices of the currency. */
export interface PricesOf {
  readonly contractId: string | null;
  readonly currency: Currency;
}

export function reachOfPrices({ contractId, currency }: PricesOf): Reach {
  return contractId === null ? currency : ownReach(contractId);
}

/** All that can change what a contract's usage costs. */
export function pricesFor({ id, currency }: { readonly id: string; readonly currency: Currency }): Reach[] {
  return [currency, ownReach(id)];
}

/** A fixed number of rows stands for all contracts, so that each is there before the contract's first price. */
function ownReach(contractId: string): Reach {
  return `own-${createHash('sha256').update(contractId).digest('hex').slice(0, 2)}`;
}
