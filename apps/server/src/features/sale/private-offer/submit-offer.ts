import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { conflict } from '#platform/refusal.ts';
import { isKycComplete } from '../../contract/kyc-info/kyc-info.queries.ts';
import { personOf } from '../../people/token/person-of.ts';
import { catchUpOffer } from './catch-up-offer.ts';
import { assertPriced } from './item/assert-priced.ts';
import { figuresOf, listedAtStart } from './item/offer-figures.ts';
import { type OfferWork, offerAtHand, tellOffer } from './offer-at-hand.ts';
import type { Offer } from './private-offer.ts';
import { refuseStart } from './refuse-start.ts';
import { keepOffer } from './state/keep-offer.ts';
import { assertAsRead, assertTakes, type OfferRow } from './state/offer-state.ts';

/** Submits a draft and fixes its prices: the buyer is charged what the offer shows. */
export async function submitOffer(
  ctx: OfferWork,
  { params: { poid } }: { params: ParsedParams<typeof privateOffers.submit> },
): Promise<PrivateOffer> {
  const offer = await offerAtHand(ctx, poid);
  assertTakes(offer.standing.status, 'submit');
  assertInTime(offer.row, ctx.now);
  await refuseStart(ctx.tx, ctx.contract, offer.row.effective_date);
  await fixFigures(ctx, offer);
  await keepOffer(ctx.tx, offer.row, { state: 'pending_approval' });
  return tellOffer(ctx, poid);
}

async function fixFigures({ tx, contract }: OfferWork, { row, items }: Offer): Promise<void> {
  const skuIds = items.map(({ sku }) => sku.id);
  const listed = await listedAtStart(tx, contract, row.effective_date, skuIds);
  assertPriced(
    items.map(({ item }) => item),
    listed,
  );
  for (const { item, sku } of items)
    await tx
      .updateTable('private_offer_item')
      .set({ ...figuresOf(item, listed.get(sku.id), sku.unit) })
      .where('contract_id', '=', contract.id)
      .where('offer_id', '=', row.id)
      .where('id', '=', item.id)
      .execute();
}

interface Approval {
  readonly params: ParsedParams<typeof privateOffers.approve>;
  readonly body: ParsedBody<typeof privateOffers.approve>;
}

/**
 * Approves or rejects a submitted offer. An approved one waits for its buyer's answer once the buyer's KYC is complete.
 */
export async function approveOffer(ctx: OfferWork, input: Approval): Promise<PrivateOffer> {
  return decideOn(ctx, { ...input, approver: await personOf(ctx) });
}

/** Like `approveOffer`, with a given approver. */
export async function decideOn(
  ctx: OfferWork,
  { params, body, approver }: Approval & { readonly approver: string },
): Promise<PrivateOffer> {
  const { row, standing } = await offerAtHand(ctx, params.poid);
  assertTakes(standing.status, 'approve');
  assertAsRead(row, body.revision);
  const approval = { approver, approval_comment: body.comment ?? null };
  if (body.action === 'reject') {
    await keepOffer(ctx.tx, row, { ...approval, state: 'rejected' });
  } else {
    assertInTime(row, ctx.now);
    await refuseStart(ctx.tx, ctx.contract, row.effective_date);
    const approved = await keepOffer(ctx.tx, row, { ...approval, state: 'approved' });
    await catchUpOffer(ctx, approved, await isKycComplete(ctx.tx, ctx.contract, ctx.sealingKey));
  }
  return tellOffer(ctx, row.id);
}

/** Throws 409 if the offer's deadline has passed. */
function assertInTime({ confirmation_deadline, state }: OfferRow, now: Date): void {
  if (confirmation_deadline > now) return;
  const message = 'The confirmation deadline of this offer has passed.';
  throw conflict('OFFER_STATE_CONFLICT', message, { status: state, field: 'confirmationDeadline' });
}
