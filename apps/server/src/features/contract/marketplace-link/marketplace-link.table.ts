declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_link: {
      contract_id: string;
      id: string;
      subscription_id: string;
      cloud_provider: 'aws' | 'azure';
      account_id: string;
      instance_id: string;
      operator: string | null;
      from_hour: Date;
      activated_at: Date;
      ended_at: Date | null;
    };
  }
}
