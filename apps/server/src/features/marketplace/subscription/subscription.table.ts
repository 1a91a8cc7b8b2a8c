declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_subscription: {
      id: string;
      cloud_provider: 'aws' | 'azure';
      product: string;
      account_id: string;
      customer_id: string;
      licence_arn: string | null;
      instance_id: string;
      plan_id: string;
      identity: string;
      state: 'subscribing' | 'subscribed' | 'unsubscribed';
      told_at: Date | null;
      unsubscribed_at: Date | null;
      created_at: Date;
    };
  }
}
