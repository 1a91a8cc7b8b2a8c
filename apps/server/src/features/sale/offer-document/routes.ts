import { offerDocuments } from '@usance/api/offer-document';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { downloadOffer } from './download-offer.ts';

/** The key is that of the room of offers. */
export const offerDocumentRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(offerDocuments, { download: (ctx, input) => downloadOffer(ctx, input, key) });
