import * as z from 'zod/mini';
import { exactDecimal, withTwins } from '../../wire.ts';

export const changedDimension = z.enum(['datacloudID', 'objectID', 'product', 'billingItem']);
export type ChangedDimension = z.output<typeof changedDimension>;

/**
 * An amount of two periods. The five parts add up to the difference exactly. Part `usage` is more or less of the same at
 * the last terms before, and `price` is another unit price. Part `discount` is another multiplier or tier, or no charge.
 * Usage of one period alone is `new` or `gone`.
 */
const change = withTwins({
  formerAmount: exactDecimal,
  amount: exactDecimal,
  difference: exactDecimal,
  usage: exactDecimal,
  price: exactDecimal,
  discount: exactDecimal,
  new: exactDecimal,
  gone: exactDecimal,
});
export type PurchaseChange = z.output<z.ZodMiniObject<typeof change>>;
/** A change in total, and of the groups with the largest ones. */
export const changes = {
  by: changedDimension,
  total: z.object(change),
  /** At most ten ups, the largest first, and then at most ten downs, the largest last. */
  items: z.array(z.object({ key: z.string(), name: z.string(), ...change })),
  /** The rest of the total. */
  others: z.object(change),
};
