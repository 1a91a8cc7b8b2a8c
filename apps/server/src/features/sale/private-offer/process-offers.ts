import type { ParsedBody } from '@usance/api/call';
import type { OfferItemType, privateOffers } from '@usance/api/sale/private-offer';
import type { ReadContext } from '#platform/context/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { type AppliedOffer, applyOffers } from './apply-offers.ts';

interface Processed extends Omit<AppliedOffer, 'offerId'> {
  readonly contractId: string;
  readonly privateOfferId: string;
}

interface Refused {
  readonly contractId: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * Sets prices and tiers as the accepted offers define them, contract by contract, for example after a crash. In a run
 * over all contracts, a refused one is reported and does not stop the others.
 */
export const processOffers =
  (serviceType: OfferItemType) =>
  async (
    { db, now }: Pick<ReadContext, 'db' | 'now'>,
    { body: { contractId } }: { body: ParsedBody<typeof privateOffers.processByoc> },
  ): Promise<{ items: Processed[]; refused: Refused[] }> => {
    if (contractId !== undefined) await getContract(db, contractId);
    let asked = db
      .selectFrom('private_offer')
      .innerJoin('contract', 'contract.id', 'private_offer.contract_id')
      .where('response_action', '=', 'accept')
      .where('service_type', '=', serviceType);
    if (contractId !== undefined) asked = asked.where('contract_id', '=', contractId);
    const found = await asked.select('contract_id').distinct().orderBy('contract_id').execute();
    const items: Processed[] = [];
    const refused: Refused[] = [];
    for (const { contract_id } of found) {
      const applied = await db
        .transaction()
        .execute(async (tx) => applyOffers({ tx, now, contract: await lockContract(tx, contract_id) }))
        .catch((error: unknown) => {
          if (contractId !== undefined || !(error instanceof Refusal)) throw error;
          refused.push({ contractId: contract_id, reason: error.reason, message: error.message });
          return [];
        });
      items.push(
        ...applied.map(({ offerId, ...counts }) => ({ contractId: contract_id, privateOfferId: offerId, ...counts })),
      );
    }
    return { items, refused };
  };
