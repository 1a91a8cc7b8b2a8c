import type { AvailableBalance } from '@usance/api/available-balance';
import { isZero } from '@usance/money/decimal';
import type { BillingZone } from '@usance/period/zone';
import type { ReactNode } from 'react';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import classes from './period-banner.module.css';
import { periodHelp, periodWord, toneOf } from './period-words.ts';

interface PeriodBannerProps {
  balance: AvailableBalance;
  zone: BillingZone;
  /** Leads to what is overdue. */
  overdueLink: ReactNode;
}

/** Over every billing page while somebody must act: how the account stands, what comes next and when. */
export function PeriodBanner({ balance, zone, overdueLink }: PeriodBannerProps) {
  const period = balance.state.summary;
  return (
    <aside className={classes.banner} data-tone={toneOf[period]} aria-label={periodWord[period]()}>
      <StatusTag tone={toneOf[period]}>{periodWord[period]()}</StatusTag>
      <p>{periodHelp(balance, zone)}</p>
      {!isZero(balance.details.undeductedOverDue) && overdueLink}
    </aside>
  );
}
