import { offerComparisons } from '@usance/api/sale/offer-comparison';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { compareOffer } from './compare-offer.ts';

export const offerComparisonRoom: Room = { calls: mount(offerComparisons, { get: compareOffer }) };
