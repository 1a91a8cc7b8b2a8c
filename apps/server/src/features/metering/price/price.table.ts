import type { Price } from '@usance/api/price';

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    price: {
      id: string;
      sku_id: string;
      contract_id: string | null;
      currency: Price['currency'];
      unit_price: string;
      list_price: string;
      price_unit: string;
      effective_from: Date;
      effective_to: Date | null;
    };
    discount: {
      contract_id: string;
      id: string;
      rate: string;
      effective_from: Date;
      effective_to: Date | null;
    };
  }
}
