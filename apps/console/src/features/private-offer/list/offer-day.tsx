import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import * as m from '../../../i18n/messages.gen.ts';
import { formatDay, formatInstant } from '../../../ui/format/dates.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import classes from '../offer-date.module.css';
import { isoOf } from '../offer-dates.ts';

interface OfferDayProps {
  /** Seconds since 1970; null if there is no end. */
  seconds: number | null;
  zone: Contract['billingZone'];
  isPast?: boolean;
}

/** The day of an offer's date in a list whose heading names the zone; the tooltip shows the time. */
export function OfferDay({ seconds, zone, isPast = false }: OfferDayProps) {
  if (seconds === null) return m.private_offer_no_expiration();
  const at = isoOf(seconds);
  return (
    <>
      <Tip label={() => formatInstant(at, zone)}>
        <time dateTime={at} className={classes.day} data-overdue={isPast || undefined}>
          {formatDay(dayOf(instant(at), zone))}
        </time>
      </Tip>
      {isPast && <span className={classes.past}>{m.private_offer_passed()}</span>}
    </>
  );
}
