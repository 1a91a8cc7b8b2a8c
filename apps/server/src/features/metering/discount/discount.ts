import type { Discount } from '@usance/api/metering/discount';
import { discountId } from '@usance/api/metering/discount';
import { formatDecimal } from '@usance/money/decimal';
import { formatRate } from '@usance/money/display';
import { repricing } from '../term/repricing.ts';
import type { TermKind } from '../term/terms.ts';
import { type DiscountColumns, discountStore } from './discount-store.ts';

/** A multiplier of list prices; it never applies to the contract's own prices. Only one holds at a time. */
export const discountTerms: TermKind<
  DiscountColumns,
  Pick<Discount, 'zhekou'>,
  Pick<Discount, 'zhekou' | 'zhekouFormatted'>
> = {
  ...repricing,
  id: discountId,
  store: discountStore,
  ownOf: (_, { zhekou }, kept) => ({ rate: zhekou === undefined ? (kept?.rate ?? '1') : formatDecimal(zhekou, 6) }),
  replyFields: ({ rate }) => ({ zhekou: rate, zhekouFormatted: formatRate(rate) }),
  keyOf: () => '',
};
