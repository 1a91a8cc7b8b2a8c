declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_token: {
      token_hash: string;
      cloud_provider: 'aws' | 'azure';
      subscription_id: string;
      asked_at: Date;
      expires_at: Date;
    };
  }
}
