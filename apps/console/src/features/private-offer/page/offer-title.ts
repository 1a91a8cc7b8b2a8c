import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import * as m from '../../../i18n/messages.gen.ts';
import { formatDay } from '../../../ui/format/dates.ts';
import { isoOf } from '../offer-dates.ts';

/** Returns an offer's title, by the day of its creation. */
export function offerTitle({ createdAt }: Pick<PrivateOffer, 'createdAt'>, zone: Contract['billingZone']): string {
  return m.private_offer_title({ date: formatDay(dayOf(instant(isoOf(createdAt)), zone)) });
}
