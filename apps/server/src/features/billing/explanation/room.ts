import { explanations } from '@usance/api/billing/explanation';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { explainLine } from './explain-line.ts';
import { explainPurchases } from './explain-purchases.ts';

export const explanationRoom: Room = {
  calls: mount(explanations, { ofLine: explainLine, ofPurchases: explainPurchases }),
};
