import { offerItemId, privateOfferId, privateOffers } from '@usance/api/sale/private-offer';
import { comment } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { deleteOffer } from './delete-offer.ts';
import { createOffer, updateOffer } from './draft-offer.ts';
import { followOffers, nextOffer } from './follow-offers.ts';
import { listBillingItems } from './item/billing-items.ts';
import { listOffers, showOffer } from './private-offer.queries.ts';
import { processOffers } from './process-offers.ts';
import { respondToOffer } from './respond-offer.ts';
import { approveOffer, submitOffer } from './submit-offer.ts';
import { verifyOffers } from './verify-offers.ts';
import { withdrawOffer } from './withdraw-offer.ts';

export const privateOfferRoom: Room = {
  calls: mount(privateOffers, {
    list: listOffers,
    get: showOffer,
    create: createOffer,
    update: updateOffer,
    delete: deleteOffer,
    submit: submitOffer,
    approve: approveOffer,
    respond: respondToOffer,
    withdraw: withdrawOffer,
    byocItems: listBillingItems('byoc'),
    saasItems: listBillingItems('saas'),
    processByoc: new SpanningVerb(processOffers('byoc')),
    processSaas: new SpanningVerb(processOffers('saas')),
  }),
  rounds: [
    {
      name: 'private-offer.follow',
      cron: '* * * * *',
      run: (deps, { now }) => followOffers(deps, now),
      dueAfter: nextOffer,
    },
  ],
  tables: {
    // Imported before their offer, because the database refuses additions to a stored one.
    private_offer_item: { travels: { by: ['offer_id', 'id'], ofSku: true, tells: { id: offerItemId } } },
    private_offer_tier: { travels: { by: ['offer_id', 'tier_level'] } },
    private_offer: {
      travels: {
        by: ['id'],
        // Names of people belong to an installation's own tokens.
        without: ['creator', 'approver'],
        tells: { id: privateOfferId, comment, approval_comment: comment, response_comment: comment },
      },
    },
  },
  checks: [{ name: 'prices and tiers of offers are what the offers say', look: ({ db }) => verifyOffers(db) }],
};
