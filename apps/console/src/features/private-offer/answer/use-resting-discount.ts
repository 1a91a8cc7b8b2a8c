import { useQuery } from '@tanstack/react-query';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { formatReduction } from '@usance/money/display';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { isoOf } from '../offer-dates.ts';
import { ownDiscountQueries } from './own-discount.queries.ts';

const hourSeconds = 3600;

/** Returns the contract's own discount, which an offer's tiers suspend, since two reductions never multiply. */
export function useRestingDiscount({ contractId, effectiveDate, tieredDiscounts }: PrivateOffer): {
  isKnown: boolean;
  text: string | undefined;
} {
  // The start of an hour decides its price.
  const thisHour = Math.floor(consoleNow() / 1000 / hourSeconds) * hourSeconds;
  const at = isoOf(Math.max(effectiveDate, thisHour));
  const hasTiers = tieredDiscounts.length > 0;
  const { data, isError } = useQuery({ ...ownDiscountQueries.at(contractId, at), enabled: hasTiers });
  if (!hasTiers) return { isKnown: true, text: undefined };
  if (isError && !data) return { isKnown: true, text: m.private_offer_any_discount_rests() };
  const change = data ? formatReduction(data.zhekou) : undefined;
  const text = change?.startsWith('-') ? m.private_offer_discount_rests({ off: change.slice(1) }) : undefined;
  return { isKnown: data !== undefined, text };
}
