import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { applyOffers } from './apply-offers.ts';
import { type OfferWork, offerAtHand, tellOffer } from './offer-at-hand.ts';
import { refuseSignedStart } from './refuse-start.ts';
import { keepOffer } from './state/keep-offer.ts';
import { assertAsRead, assertTakes } from './state/offer-state.ts';
import { tellPeople } from './state/tell-people.ts';
import { supersede } from './supersede.ts';

interface Input {
  readonly params: ParsedParams<typeof privateOffers.respond>;
  readonly body: ParsedBody<typeof privateOffers.respond>;
}

/** Stores the buyer's answer. An accepted offer sets the prices from its effective hour on, in place of any other. */
export async function respondToOffer(ctx: OfferWork, { params, body }: Input): Promise<PrivateOffer> {
  const { tx, now } = ctx;
  const { row, standing } = await offerAtHand(ctx, params.poid);
  assertTakes(standing.status, 'respond');
  assertAsRead(row, body.revision);
  const response = { response_action: body.action, response_comment: body.comment ?? null, responded_at: now };
  if (body.action === 'reject') {
    await tellPeople(ctx, await keepOffer(tx, row, { ...response, state: 'rejected' }), 'rejected');
    return tellOffer(ctx, row.id);
  }
  await refuseSignedStart(tx, ctx.contract, row.effective_date);
  await supersede(ctx, row);
  const accepted = await keepOffer(tx, row, {
    ...response,
    acceptance_no: await nextPlace(ctx),
    state: 'accepted',
  });
  await applyOffers(ctx);
  await tellPeople(ctx, accepted, 'accepted');
  return tellOffer(ctx, row.id);
}

async function nextPlace({ tx, contract }: OfferWork): Promise<number> {
  const { last } = await tx
    .selectFrom('private_offer')
    .select(({ fn }) => fn.max('acceptance_no').as('last'))
    .where('contract_id', '=', contract.id)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
