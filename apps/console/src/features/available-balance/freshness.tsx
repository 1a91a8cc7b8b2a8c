import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import { formatClock, formatInstant } from '../../ui/format/dates.ts';

interface FreshnessProps {
  figures: Pick<AvailableBalance, 'asOf' | 'usageThrough'>;
  /** The contract's billing zone: a page uses one zone. */
  zone: BillingZone;
}

/** The time of the figures, and the hour through which they include usage; the tooltip shows both in UTC. */
export function Freshness({ figures, zone }: FreshnessProps) {
  return <span title={wordsIn(figures, 'UTC')}>{wordsIn(figures, zone)}</span>;
}

function wordsIn({ asOf, usageThrough }: FreshnessProps['figures'], zone: BillingZone): string {
  const updated = m.available_balance_updated({ time: formatClock(asOf, zone) });
  if (usageThrough === null) return updated;
  return `${updated} · ${m.available_balance_usage_through({ time: formatInstant(usageThrough, zone) })}`;
}
