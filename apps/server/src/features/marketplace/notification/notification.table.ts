import type { MarketplaceNotification } from '@usance/api/marketplace/marketplace';

declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_notification: {
      id: string;
      source: MarketplaceNotification['source'];
      message_id: string;
      action: string;
      product: string;
      customer: string;
      told_at: Date;
      outcome: MarketplaceNotification['outcome'];
      created_at: Date;
    };
  }
}
