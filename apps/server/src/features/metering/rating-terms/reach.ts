import { createHash } from 'node:crypto';
import type { Currency } from '@usance/money/currency';

/**
 * The target of a change of terms: the words of SKUs, the list prices of a currency, or the own prices of a bucket of
 * contracts.
 */
export type Reach = 'words' | Currency | `own-${string}`;

/** A contract's own prices or, with a null contract, the list prices of the currency. */
export interface PricesOf {
  readonly contractId: string | null;
  readonly currency: Currency;
}

export function reachOfPrices({ contractId, currency }: PricesOf): Reach {
  return contractId === null ? currency : ownReach(contractId);
}

/** Everything that can change the cost of a contract's usage. */
export function pricesFor({ id, currency }: { readonly id: string; readonly currency: Currency }): Reach[] {
  return [currency, ownReach(id)];
}

/** All contracts share 256 rows, so that the row exists before a contract has its first price. */
function ownReach(contractId: string): Reach {
  return `own-${createHash('sha256').update(contractId).digest('hex').slice(0, 2)}`;
}
