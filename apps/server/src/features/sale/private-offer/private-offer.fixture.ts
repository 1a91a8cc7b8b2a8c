import type { CallBody } from '@usance/api/call';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { type PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { contract, member } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';

type Body = CallBody<typeof privateOffers.create>;

/** Completes the KYC of an enterprise buyer. */
export async function knownBuyer(app: TestApp, contractId: string): Promise<void> {
  const body = {
    buyerType: 'E' as const,
    enterpriseName: 'Acme Ltd',
    enterpriseSocialId: '91310115MA1K4TXT99',
    enterpriseLegalName: 'Li Lei',
    enterpriseLegalSocialId: '11010519491231002X',
    contactPerson: 'Ada',
    address: '1 Harbour Road',
    contactPhone: '13800138000',
    contactEmail: 'ada@acme.example',
  };
  await internalCaller(app).call(kycInfos.update, { params: { id: contractId }, body });
}

export const seconds = (at: string): number => Date.parse(at) / 1000;

/** Terms with 20 % off one SKU's list price from November 2026 on; the buyer can answer until 25 October. */
export const novemberTerms = (skuId: string): Body => ({
  effectiveDate: seconds('2026-11-01T00:00:00Z'),
  confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
  offerItems: [{ skuId, discount: '0.8' }],
});

/** Creates a contract; returns its id, and helpers for its offers. */
export async function offeringToNewContract(app: TestApp, terms: Body) {
  const { id } = await contract(app);
  return { id, ...offering(app, id, terms) };
}

/** Helpers for the offers of a contract. A test overrides the fields that matter to it. */
export function offering(app: TestApp, contractId: string, terms: Body) {
  const internal = internalCaller(app);
  const of = (offer: Pick<PrivateOffer, 'id'>) => ({ params: { id: contractId, poid: offer.id } });
  const draft = (given: Partial<Body> = {}) =>
    internal.call(privateOffers.create, { params: { id: contractId }, body: { ...terms, ...given } });
  const submitted = async (given: Partial<Body> = {}) => internal.call(privateOffers.submit, of(await draft(given)));
  const approved = async (given: Partial<Body> = {}) =>
    internal.call(privateOffers.approve, { ...of(await submitted(given)), body: { action: 'approve' } });
  const accept = (buyer: Caller, offer: Pick<PrivateOffer, 'id'>) =>
    buyer.call(privateOffers.respond, { ...of(offer), body: { action: 'accept' } });
  return {
    of,
    draft,
    submitted,
    approved,
    accept,
    refused: (given: object) =>
      internal.refusal(privateOffers.create, { params: { id: contractId }, body: { ...terms, ...given } as Body }),
    told: (offer: Pick<PrivateOffer, 'id'>) => internal.call(privateOffers.get, of(offer)),
    withdraw: (offer: Pick<PrivateOffer, 'id'>) => internal.call(privateOffers.withdraw, { ...of(offer), body: {} }),
    accepted: async (given: Partial<Body> = {}) => {
      const buyer = await member(app, contractId, 'billing_admin');
      return accept(buyer, await approved(given));
    },
  };
}
