import * as z from 'zod/mini';
import { exactDecimal, idOf, instantText } from '../wire.ts';
import { metersBy } from './marketplace-link.ts';

export const marketplaceHourId = idOf('mhs');
/** An operator's decision about an hour in doubt. */
export const hourDecision = z.enum(['taken', 'notTaken']);
export type HourDecision = z.output<typeof hourDecision>;
export const hourState = z.enum(['pending', 'reported', 'duplicate', 'failed', 'expired']);
/** The report of one UTC hour and dimension to a marketplace; amounts are in the contract's currency. */
export const hourlyStatement = z.object({
  id: marketplaceHourId,
  hour: instantText,
  dimension: z.string(),
  quantity: z.string(),
  unit: exactDecimal,
  amount: exactDecimal,
  /** The link's cumulative amount through this hour, when it was closed. */
  cumulativeAmount: exactDecimal,
  metersBy,
  /**
   * `duplicate`: the marketplace has another value of this hour; `failed`: it refused it permanently; `expired`: it was
   * too late. Later hours contain what it did not accept.
   */
  state: hourState,
  acceptedQuantity: z.string(),
  tries: z.int(),
  failure: z.nullable(z.string()),
  /**
   * True if the hour has ended and the marketplace may have accepted it without a received answer; later hours do not
   * contain it.
   */
  inDoubt: z.boolean(),
  /** The last decision about it while it was in doubt. */
  decision: z.nullable(hourDecision),
  nextTryAt: z.nullable(instantText),
  /** The deadline for reporting it. */
  deadline: instantText,
  gmtCreated: instantText,
});
export type MarketplaceHour = z.output<typeof hourlyStatement>;

export const marketplaceAdjustmentId = idOf('mas');
export const adjustmentStatement = z.object({
  id: marketplaceAdjustmentId,
  /** The hour that lacks the amount; for late usage, the first hour that contains it. */
  hour: instantText,
  dimension: z.string(),
  reason: z.enum(['lateUsage', 'duplicate', 'failed', 'expired']),
  /** The amount added to later hours; negative if it is subtracted. */
  amount: exactDecimal,
  gmtCreated: instantText,
});
export type MarketplaceAdjustment = z.output<typeof adjustmentStatement>;

/** A record that a marketplace has accepted. */
export const takenUsage = z.object({
  hourlyStatementID: marketplaceHourId,
  /** The marketplace's id of the record; null if it gave none, or nothing was sent. */
  recordID: z.nullable(z.string()),
  hour: instantText,
  dimension: z.string(),
  quantity: z.string(),
  gmtAccepted: instantText,
});
export type MarketplaceUsage = z.output<typeof takenUsage>;

/** One hour of a link; amounts are in the contract's currency. */
export const reconciledHour = z.object({
  hourlyStatementID: marketplaceHourId,
  hour: instantText,
  state: hourState,
  /** The present amount of the hour's usage. */
  rated: exactDecimal,
  reported: exactDecimal,
  accepted: exactDecimal,
  adjusted: exactDecimal,
  outstanding: exactDecimal,
  /** The amount that the marketplace may have accepted without a received answer. */
  inDoubt: exactDecimal,
  /** The deadline for reporting the outstanding amount. */
  until: z.nullable(instantText),
});
