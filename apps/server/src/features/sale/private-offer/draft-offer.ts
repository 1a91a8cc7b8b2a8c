import type { ParsedBody, ParsedParams } from '@usance/api/call';
import { type PrivateOffer, privateOfferId, type privateOffers } from '@usance/api/sale/private-offer';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { personOf } from '../../people/token/person-of.ts';
import { type OfferWork, offerAtHand, tellOffer } from './offer-at-hand.ts';
import { assertTerms, keepTerms, termColumnsOf } from './offer-terms.ts';
import { keepOffer } from './state/keep-offer.ts';
import { assertTakes } from './state/offer-state.ts';

type Body = ParsedBody<typeof privateOffers.create>;

export async function createOffer(ctx: OfferWork, { body }: { body: Body }): Promise<PrivateOffer> {
  return tellOffer(ctx, await draftOffer(ctx, { body, creator: await personOf(ctx) }));
}

/** Drafts an offer with the given creator and returns its id. */
export async function draftOffer(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body, creator }: { body: Body; creator: string },
): Promise<string> {
  const { tx, now, contract } = ctx;
  await assertTerms(ctx, body);
  const id = newId(privateOfferId);
  await tx
    .insertInto('private_offer')
    .values({
      ...termColumnsOf(body),
      contract_id: contract.id,
      id,
      state: 'draft',
      creator,
      created_at: now,
    })
    .execute();
  await keepTerms(ctx, id, body);
  return id;
}

interface Input {
  readonly params: ParsedParams<typeof privateOffers.update>;
  readonly body: ParsedBody<typeof privateOffers.update>;
}

/** Replaces the terms of a draft. A rejected offer becomes a draft again, and its rejection is removed. */
export async function updateOffer(ctx: OfferWork, { params, body }: Input): Promise<PrivateOffer> {
  const { row, standing } = await offerAtHand(ctx, params.poid);
  assertTakes(standing.status, 'update');
  await assertTerms(ctx, body);
  await keepOffer(ctx.tx, row, {
    ...termColumnsOf(body),
    revision: row.revision + 1,
    state: 'draft',
    approver: null,
    approval_comment: null,
    awaiting_since: null,
    deadline_told_at: null,
    response_action: null,
    response_comment: null,
    responded_at: null,
  });
  await keepTerms(ctx, row.id, body);
  return tellOffer(ctx, row.id);
}
