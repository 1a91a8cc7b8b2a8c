import { offerComparisons } from '@usance/api/offer-comparison';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { compareOffer } from './compare-offer.ts';

/** The key is that of the room of offers. */
export const offerComparisonRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(offerComparisons, { get: (ctx, input) => compareOffer(ctx, input, key) });
