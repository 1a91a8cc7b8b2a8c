import { add, type Decimal, negate, sum } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import type { VoucherEnd } from '../../../money/voucher/voucher.queries.ts';
import type { Dispute, Lateness } from '../../statement-record/liabilities.queries.ts';

/** What the ledger and the statements say, and when they last changed: amounts are decimal strings. */
export interface Standing extends Lateness {
  readonly available: string;
  /** What is in dispute and not held: it is off `available`. */
  readonly disputes: readonly Dispute[];
  /** When any of this was last changed by more than time. */
  readonly movedAt: Instant | undefined;
  /** What ended since somebody looked, the earliest first, and is off `available` without any movement. */
  readonly ended?: readonly VoucherEnd[];
  /** When the next voucher ends that is in `available`. */
  readonly nextEnd?: Instant | undefined;
}

/** How much is below zero, less what some disputes contest. */
export function owedBeside({ available }: Pick<Standing, 'available'>, disputes: readonly Dispute[]): Decimal {
  return negate(add(available, sum(disputes.map(({ contested }) => contested))));
}
