import { isNegative } from '@usance/money/decimal';
import { percentOf } from '@usance/money/percent';

/**
 * Returns a share of a total like "12.4%", computed exactly and rounded half-up; a dash if the total is not positive.
 */
export function shareOf(part: string, total: string): string {
  const percent = isNegative(total) ? undefined : percentOf(part, total);
  return percent === undefined ? '–' : `${percent}%`;
}
