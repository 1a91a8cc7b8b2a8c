import type { AvailableBalance } from '@usance/api/available-balance';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import { formatClock, formatInstant } from '../../ui/format/dates.ts';

interface FreshnessProps {
  balance: Pick<AvailableBalance, 'asOf' | 'usageThrough'>;
  /** The zone in which the contract is billed: a page has one clock. */
  zone: BillingZone;
}

/** Since when figures are true, and through which hour usage is in them; pointing at it tells both in UTC. */
export function Freshness({ balance, zone }: FreshnessProps) {
  return <span title={wordsIn(balance, 'UTC')}>{wordsIn(balance, zone)}</span>;
}

function wordsIn({ asOf, usageThrough }: FreshnessProps['balance'], zone: BillingZone): string {
  const updated = m.available_balance_updated({ time: formatClock(asOf, zone) });
  if (usageThrough === null) return updated;
  return `${updated} · ${m.available_balance_usage_through({ time: formatInstant(usageThrough, zone) })}`;
}
