import { add, compare, type Decimal, negate, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Instant } from '@usance/period/instant';
import type { VoucherEnd } from '../../../money/voucher/voucher-standing.ts';
import type { Lateness } from '../../statement-record/lateness.ts';
import type { Dispute } from '../../statement-record/liabilities.queries.ts';

/** An account as its ledger and statements show it, and its last change. Amounts are decimal strings. */
export interface Standing extends Lateness {
  /**
   * The available balance: the larger of two. The balance shown to customers subtracts exact usage. The other counts open
   * months as their statements will be: rounded to whole cents by month, less the part that ended vouchers will pay.
   */
  readonly available: string;
  /** Disputed amounts without a hold; `available` excludes them. */
  readonly disputes: readonly Dispute[];
  /** The last change by anything but time. */
  readonly movedAt: Instant | undefined;
  /** Vouchers that ended since the last check, earliest first; their ends lowered `available` without a movement. */
  readonly ended?: readonly VoucherEnd[];
  /** The end of the next voucher that `available` includes. */
  readonly nextEnd?: Instant | undefined;
}

/** Returns the debt without the given disputed amounts, rounded to whole cents, since cash may have a fraction. */
export function owedBeside({ available }: Pick<Standing, 'available'>, disputes: readonly Dispute[]): Decimal {
  return roundHalfUp(negate(add(available, sum(disputes.map(({ contested }) => contested)))), 2);
}

/** True if at least a cent is owed. */
export const isBelowZero = (standing: Pick<Standing, 'available'>): boolean =>
  compare(owedBeside(standing, []), '0') > 0;
