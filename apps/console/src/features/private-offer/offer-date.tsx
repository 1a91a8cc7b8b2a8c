import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import classes from './offer-date.module.css';
import { isoOf } from './offer-dates.ts';

interface OfferDateProps {
  /** Seconds since 1970; null if there is no end. */
  seconds: number | null;
  zone: Contract['billingZone'];
  isPast?: boolean;
}

/** A date of an offer in its contract's zone. */
export function OfferDate({ seconds, zone, isPast = false }: OfferDateProps) {
  if (seconds === null) return m.private_offer_no_expiration();
  return (
    <span className={classes.date}>
      <InstantText at={isoOf(seconds)} zone={zone} isOverdue={isPast} />
      {isPast && <span className={classes.past}>{m.private_offer_passed()}</span>}
    </span>
  );
}
