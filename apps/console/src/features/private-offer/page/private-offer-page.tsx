import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import type { ReactNode } from 'react';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { StatusTag } from '../../../ui/cell/status-tag.tsx';
import { formatInstant } from '../../../ui/format/dates.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { OfferActions } from '../answer/offer-actions.tsx';
import { useRestingDiscount } from '../answer/use-resting-discount.ts';
import { beginsOrEndsInsideAnHour, isDeadlineMissed, isoOf } from '../offer-dates.ts';
import { itemCount, privateOfferStatus } from '../offer-words.ts';
import { privateOfferQueries } from '../private-offer.queries.ts';
import { Comment } from './comment.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { OfferItemTable } from './offer-item-table.tsx';
import { OfferResponse } from './offer-response.tsx';
import { offerTitle } from './offer-title.ts';
import classes from './private-offer-page.module.css';
import { TierTable } from './tier-table.tsx';

interface PrivateOfferPageProps {
  contractId: string;
  offerId: string;
  /** The section that compares an open offer with past usage. */
  comparison: ReactNode;
  /** The section with the offer's files. */
  attachments: ReactNode;
}

/** The page of an offer: its terms, its state, and the buyer's answer. */
export function PrivateOfferPage({ contractId, offerId, comparison, attachments }: PrivateOfferPageProps) {
  const { data: offer } = useSuspenseQuery(privateOfferQueries.detail(contractId, offerId));
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { tone, word } = privateOfferStatus(offer);
  const { currency, billingZone: zone } = contract;
  return (
    <>
      <PageHeader
        title={offerTitle(offer, zone)}
        lead={<StatusTag tone={tone}>{word}</StatusTag>}
        actions={<OfferActions offer={offer} contract={contract} />}
      />
      <Note offer={offer} zone={zone} />
      <Section
        title={m.private_offer_terms()}
        note={beginsOrEndsInsideAnHour(offer) ? m.private_offer_by_hour() : undefined}
      >
        <OfferFacts offer={offer} zone={zone} />
        {offer.comment !== null && <Comment label={m.private_offer_comment()}>{offer.comment}</Comment>}
      </Section>
      {offer.response && <OfferResponse response={offer.response} zone={zone} />}
      {offer.tieredDiscounts.length > 0 && (
        <Section title={m.private_offer_tiers()} note={m.private_offer_tiers_note()}>
          {living.has(offer.status) && <RestingDiscount offer={offer} />}
          <TierTable tiers={offer.tieredDiscounts} currency={currency} />
        </Section>
      )}
      {offer.offerItems.length > 0 && (
        <Section title={m.private_offer_items()} note={itemCount(offer)}>
          <OfferItemTable items={offer.offerItems} currency={currency} />
        </Section>
      )}
      {answerable.has(offer.status) && comparison}
      {attachments}
    </>
  );
}

/** The states in which the buyer can accept, now or later. */
const answerable: ReadonlySet<PrivateOffer['status']> = new Set(['pending_acceptance', 'approved']);

/** The states in which the tiers hold, or may come to. */
const living: ReadonlySet<PrivateOffer['status']> = new Set([...answerable, 'draft', 'pending_approval', 'accepted']);

function RestingDiscount({ offer }: { offer: PrivateOffer }) {
  const { text } = useRestingDiscount(offer);
  return text !== undefined && <p className={classes.note}>{text}</p>;
}

/** Tells what an offer waits for if the reader can act on it, or that it is too late. */
function Note({ offer, zone }: { offer: PrivateOffer; zone: Contract['billingZone'] }) {
  if (offer.status !== 'approved') return null;
  const date = formatInstant(isoOf(offer.confirmationDeadline), zone);
  const text = isDeadlineMissed(offer, consoleNow())
    ? m.private_offer_too_late({ date })
    : m.private_offer_needs_information({ date });
  return <p className={classes.note}>{text}</p>;
}
