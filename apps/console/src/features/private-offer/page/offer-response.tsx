import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../../i18n/messages.gen.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { OfferDate } from '../offer-date.tsx';
import { privateOfferStatus } from '../offer-words.ts';
import { Comment } from './comment.tsx';

interface OfferResponseProps {
  response: NonNullable<PrivateOffer['response']>;
  zone: Contract['billingZone'];
}

/** The buyer's answer with its date and reason. */
export function OfferResponse({ response: { action, comment, respondedAt }, zone }: OfferResponseProps) {
  const answer = privateOfferStatus({ status: action === 'accept' ? 'accepted' : 'rejected' }).word;
  return (
    <Section title={m.private_offer_response()}>
      <Facts
        facts={[
          [m.private_offer_answer(), answer],
          [m.private_offer_answered_at(), <OfferDate key="at" seconds={respondedAt} zone={zone} />],
        ]}
      />
      {comment !== null && <Comment label={m.private_offer_reason_given()}>{comment}</Comment>}
    </Section>
  );
}
