import type { Day } from '@usance/period/day';
import { Refusal } from '#platform/refusal.ts';

/** 409 for some of the days of a run; the other days can be rated. */
export class RefusedDays extends Refusal {
  override name = 'RefusedDays';
  readonly days: readonly Day[];

  constructor(
    reason: 'AMOUNT_TOO_LARGE' | 'USAGE_DISAGREES' | 'USAGE_UNPRICED',
    days: readonly Day[],
    told: { readonly message: string; readonly metadata: Readonly<Record<string, string>>; readonly cause?: unknown },
  ) {
    super(reason, told.message, told.metadata, told.cause);
    this.days = days;
  }
}
