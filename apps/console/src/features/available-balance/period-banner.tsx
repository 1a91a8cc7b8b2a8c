import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { isZero } from '@usance/money/decimal';
import type { ReactNode } from 'react';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { owesMoney } from './amount-to-pay.ts';
import classes from './period-banner.module.css';
import { type PeriodContract, periodHelp, periodWord, toneOf } from './period-words.ts';

interface PeriodBannerProps {
  balance: AvailableBalance;
  contract: PeriodContract;
  /** The link to the overdue statements. */
  overdueLink: ReactNode;
  /** The link to the payment page. */
  payLink: ReactNode;
}

/**
 * The banner over every billing page while a payment is needed: the account's state, and the next one with its date.
 */
export function PeriodBanner({ balance, contract, overdueLink, payLink }: PeriodBannerProps) {
  const period = balance.state.summary;
  return (
    <aside className={classes.banner} data-tone={toneOf[period]} aria-label={periodWord[period]()}>
      <StatusTag tone={toneOf[period]}>{periodWord[period]()}</StatusTag>
      <p>{periodHelp(balance, contract)}</p>
      <div className={classes.links}>
        {!isZero(balance.details.undeductedOverDue) && overdueLink}
        {owesMoney(balance) && payLink}
      </div>
    </aside>
  );
}
