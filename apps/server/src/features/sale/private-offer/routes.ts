import { privateOffers } from '@usance/api/private-offer';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { listBillingItems } from './billing-items.ts';
import { deleteOffer } from './delete-offer.ts';
import { createOffer, updateOffer } from './draft-offer.ts';
import { listOffers, showOffer } from './private-offer.queries.ts';
import { processOffers } from './process-offers.ts';
import { respondToOffer } from './respond-offer.ts';
import { approveOffer, submitOffer } from './submit-offer.ts';
import { withdrawOffer } from './withdraw-offer.ts';

/** The key encrypts the numbers of people: an offer waits until what is known of its buyer is complete. */
export const privateOfferRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(privateOffers, {
      list: (ctx, input) => listOffers(ctx, input, key),
      get: (ctx, input) => showOffer(ctx, input, key),
      create: locked((ctx, input) => createOffer(ctx, input, key)),
      update: locked((ctx, input) => updateOffer(ctx, input, key)),
      delete: locked((ctx, input) => deleteOffer(ctx, input, key)),
      submit: locked((ctx, input) => submitOffer(ctx, input, key)),
      approve: locked((ctx, input) => approveOffer(ctx, input, key)),
      respond: locked((ctx, input) => respondToOffer(ctx, input, key)),
      withdraw: locked((ctx, input) => withdrawOffer(ctx, input, key)),
      byocItems: listBillingItems('byoc'),
      saasItems: listBillingItems('saas'),
      processByoc: new SpanningVerb(processOffers('byoc')),
      processSaas: new SpanningVerb(processOffers('saas')),
    });
