import type { MetersBy } from '@usance/api/marketplace/marketplace-link';

declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_metering: {
      contract_id: string;
      link_id: string;
      from_hour: Date;
      to_hour: Date | null;
      meters_by: MetersBy;
      product: string;
      customer: string;
      licence_arn: string | null;
    };
  }
}
