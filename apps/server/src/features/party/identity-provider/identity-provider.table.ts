declare module '../../../platform/postgres/database.ts' {
  interface Database {
    identity_provider: {
      id: string;
      domain: string;
      name: string;
      entity_id: string;
      sign_on_url: string;
      certificates: string[];
      makes_accounts: boolean;
      created_at: Date;
    };
    provider_link: { provider_id: string; name_id: string; account_id: string; linked_at: Date };
  }
}
