import type { SkuDimensions } from '@usance/api/sku';

/** What a month's rated rows of one SKU, list price and discount sum to. Decimals are texts, exact, with 12 places at most. */
export interface ExactLine extends SkuDimensions {
  readonly consumption: string;
  readonly consumptionUnit: string;
  readonly listPrice: string;
  readonly priceUnit: string;
  readonly zhekou: string;
  /** Usage of an earlier, signed month that came late. */
  readonly adjustment: boolean;
  /** How many rated rows it sums. */
  readonly rows: bigint;
  readonly amount: string;
}
