import type { PrivateOffer } from '@usance/api/sale/private-offer';
import type { WriteContext } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { isKycComplete } from '../../contract/kyc-info/kyc-info.queries.ts';
import { catchUpOffer } from './catch-up-offer.ts';
import { getOffer } from './private-offer.queries.ts';
import { type Offer, privateOfferOf } from './private-offer.ts';

/** The context of an offer's verbs; the contract is locked. */
export type OfferWork = OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'sealingKey'>>;

/** Returns an offer with its state brought up to date, or throws 404. */
export async function offerAtHand(ctx: OfferWork, id: string): Promise<Offer> {
  const offer = await getOffer(ctx.tx, ctx.contract, { id, now: ctx.now, key: ctx.sealingKey });
  const isComplete = offer.row.state === 'approved' && (await isKycComplete(ctx.tx, ctx.contract, ctx.sealingKey));
  return { ...offer, row: await catchUpOffer(ctx, offer.row, isComplete) };
}

/** The reply of a verb: the offer after the change. */
export async function tellOffer(ctx: OfferWork, id: string): Promise<PrivateOffer> {
  const offer = await getOffer(ctx.tx, ctx.contract, { id, now: ctx.now, key: ctx.sealingKey });
  return privateOfferOf(offer, ctx.contract, ctx.subject);
}
