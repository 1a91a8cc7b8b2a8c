import * as z from 'zod/mini';
import { billingRead, defineCalls } from '../call.ts';
import { privateOfferParams } from './private-offer.ts';

export const offerDocuments = defineCalls('offer-document', {
  download: {
    ...billingRead,
    path: '/contracts/{id}/private-offers/{poid}/download',
    summary: 'A private offer as a PDF, in the reader’s language',
    admission: 'export',
    refusals: ['PRIVATE_OFFER_NOT_FOUND'],
    params: privateOfferParams,
    replyMedia: 'application/pdf',
    reply: z.string(),
  },
});
