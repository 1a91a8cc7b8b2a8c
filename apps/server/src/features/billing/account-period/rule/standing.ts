import { add, type Decimal, negate, sum } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

/** What the ledger and the statements say, and when they last changed: amounts are decimal strings. */
export interface Standing {
  readonly available: string;
  /** What is in dispute and not held: it is off `available`. */
  readonly disputes: readonly Dispute[];
  /** When the first statement that is neither paid, nor covered by free cash, nor in dispute is overdue, or was. */
  readonly overdueFrom: Instant | undefined;
  /** When a dispute that has ended last hid that one of these was overdue: it was moved to a later day, and nobody has paid it. */
  readonly hiddenAt: Instant | undefined;
  /** When any of this was last changed. */
  readonly movedAt: Instant | undefined;
}

/** A statement in dispute: what it asks for beyond the cash that is held for it, above 0. */
export interface Dispute {
  readonly contested: string;
  readonly since: Instant;
  /** When the dispute, or one before it, last hid that it was overdue. */
  readonly hiddenAt: Instant | undefined;
}

/** How much is below zero, less what some disputes contest. */
export function owedBeside({ available }: Pick<Standing, 'available'>, disputes: readonly Dispute[]): Decimal {
  return negate(add(available, sum(disputes.map(({ contested }) => contested))));
}
