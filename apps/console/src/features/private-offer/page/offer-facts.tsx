import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IdText } from '../../../ui/cell/id-text.tsx';
import { formatCountdown } from '../../../ui/format/dates.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { OfferDate } from '../offer-date.tsx';
import { earlyEnd, isDeadlineMissed, isExpirationPast, isoOf } from '../offer-dates.ts';
import { offerChannelWord, offerDiscountTypeWord, offerInvalidityWord } from '../offer-words.ts';

interface OfferFactsProps {
  offer: PrivateOffer;
  zone: Contract['billingZone'];
}

/** The dates and the kind of an offer. */
export function OfferFacts({ offer, zone }: OfferFactsProps) {
  const now = consoleNow();
  const end = earlyEnd(offer);
  return (
    <Facts
      facts={[
        [m.private_offer_effective(), <OfferDate key="effective" seconds={offer.effectiveDate} zone={zone} />],
        [
          m.private_offer_expiration(),
          <OfferDate
            key="expiration"
            seconds={offer.expirationDate}
            zone={zone}
            isPast={isExpirationPast(offer, now)}
          />,
        ],
        ...(end === undefined
          ? []
          : [[m.private_offer_ends(), <OfferDate key="ends" seconds={end} zone={zone} />] as const]),
        [m.private_offer_deadline(), <Deadline key="deadline" offer={offer} zone={zone} now={now} />],
        [m.private_offer_created(), <OfferDate key="created" seconds={offer.createdAt} zone={zone} />],
        [m.private_offer_currency(), offer.currency],
        [m.private_offer_discount_type(), offerDiscountTypeWord[offer.discountType]()],
        [m.private_offer_channel(), offerChannelWord[offer.channel]()],
        [m.private_offer_id(), <IdText key="id" id={offer.id} longest={40} />],
        ...(offer.invalidReason === null
          ? []
          : [[m.private_offer_why_invalid(), offerInvalidityWord[offer.invalidReason]()] as const]),
      ]}
    />
  );
}

function Deadline({ offer, zone, now }: OfferFactsProps & { now: number }) {
  const { confirmationDeadline: seconds, status } = offer;
  const isMissed = isDeadlineMissed(offer, now);
  return (
    <>
      <OfferDate seconds={seconds} zone={zone} isPast={isMissed} />
      {status === 'pending_acceptance' &&
        !isMissed &&
        m.private_offer_time_left({ time: formatCountdown(isoOf(seconds), now) })}
    </>
  );
}
