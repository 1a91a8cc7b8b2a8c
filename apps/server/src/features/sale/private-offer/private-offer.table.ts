import type { OfferInvalidity, OfferStatus, PrivateOffer } from '@usance/api/sale/private-offer';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    private_offer: {
      contract_id: string;
      id: string;
      revision: Generated<number>;
      state: OfferStatus;
      channel: PrivateOffer['channel'];
      discount_type: PrivateOffer['discountType'];
      effective_date: Date;
      expiration_date: Date | null;
      confirmation_deadline: Date;
      comment: string | null;
      creator: string | null;
      approver: string | null;
      approval_comment: string | null;
      created_at: Date;
      awaiting_since: Date | null;
      deadline_told_at: Date | null;
      response_action: 'accept' | 'reject' | null;
      response_comment: string | null;
      responded_at: Date | null;
      acceptance_no: number | null;
      ended_at: Date | null;
      end_reason: OfferInvalidity | null;
      contract_ended_at: Date | null;
      deleted_at: Date | null;
    };
    private_offer_item: {
      contract_id: string;
      offer_id: string;
      id: string;
      item_no: number;
      sku_id: string;
      fixed_price: string | null;
      discount: string | null;
      listing_price: string | null;
      list_price: string | null;
      price_unit: string | null;
      price: string | null;
    };
    private_offer_tier: {
      contract_id: string;
      offer_id: string;
      tier_level: number;
      min_threshold: string;
      max_threshold: string | null;
      discount_rate: string;
    };
  }
}
