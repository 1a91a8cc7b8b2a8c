import { add, compare, type Decimal, negate, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Instant } from '@usance/period/instant';
import type { VoucherEnd } from '../../../money/voucher/voucher.queries.ts';
import type { Dispute, Lateness } from '../../statement-record/liabilities.queries.ts';

/** An account by its ledger and its statements, and when they last changed. Amounts are decimal strings. */
export interface Standing extends Lateness {
  /**
   * The available balance once open months are asked for as their statements will be: in whole coins, each month by itself,
   * less what ended vouchers will pay of it. A balance takes off what is used instead, to the 8th place.
   */
  readonly available: string;
  /** Disputed amounts that are not held: they are off `available`. */
  readonly disputes: readonly Dispute[];
  /** When any of this was last changed by more than time. */
  readonly movedAt: Instant | undefined;
  /** Vouchers that ended since the last look, the earliest first: they are off `available` without any movement. */
  readonly ended?: readonly VoucherEnd[];
  /** When the next voucher ends that is in `available`. */
  readonly nextEnd?: Instant | undefined;
}

/** How much is below zero, less what some disputes contest, in whole coins: cash with a fraction of one leaves another. */
export function owedBeside({ available }: Pick<Standing, 'available'>, disputes: readonly Dispute[]): Decimal {
  return roundHalfUp(negate(add(available, sum(disputes.map(({ contested }) => contested)))), 2);
}

/** Whether a coin at least is owed. */
export const isBelowZero = (standing: Pick<Standing, 'available'>): boolean =>
  compare(owedBeside(standing, []), '0') > 0;
