import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../i18n/messages.gen.ts';

/** Formats the number of items: "12 items". */
export function itemCount({ offerItems: { length: count } }: PrivateOffer): string {
  return count === 1 ? m.private_offer_item_count_one({ count }) : m.private_offer_item_count({ count });
}
