declare module '#platform/postgres/database.ts' {
  interface Database {
    passkey: {
      id: string;
      account_id: string;
      credential_id: string;
      public_key: string;
      rp_id: string;
      transports: string;
      sign_count: string;
      name: string;
      created_at: Date;
      last_used_at: Date | null;
    };
    passkey_challenge: { holder: string; challenge: string; expires_at: Date };
  }
}
