import { offerDocuments } from '@usance/api/sale/offer-document';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { downloadOffer } from './download-offer.ts';

export const offerDocumentRoom: Room = { calls: mount(offerDocuments, { download: downloadOffer }) };
