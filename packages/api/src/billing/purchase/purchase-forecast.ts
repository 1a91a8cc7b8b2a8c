import * as z from 'zod/mini';
import { billingMonth, day, exactDecimal, instantText, withTwins } from '../../wire.ts';

/** An expected amount, and the band that holds the actual one in four of five cases. */
const estimate = withTwins({ expected: exactDecimal, low: exactDecimal, high: exactDecimal });
const forecastDay = z.object({
  day,
  /** Running totals of the month, to the end of the day. */
  ...estimate,
});

export const monthForecast = z.object({
  month: billingMonth,
  /** The amount of the month so far, with the usage that is rated up to `through`. */
  ...withTwins({ amount: exactDecimal }),
  through: instantText,
  /** The days of usage, at most 182, that the forecast knows. */
  historyDays: z.int(),
  /** The amount at the end of the month, or of the contract, at its pace so far; absent in its first moment. */
  runRate: z.optional(z.object(withTwins({ amount: exactDecimal }))),
  /**
   * The amount expected at the end of the month (docs/decisions/0068). Absent with fewer than ten days of usage, unless
   * the contract has ended.
   */
  atEnd: z.optional(z.object(estimate)),
  /** The days that are not fully rated, to the end of the month. */
  days: z.array(forecastDay),
});
export type MonthForecast = z.output<typeof monthForecast>;
