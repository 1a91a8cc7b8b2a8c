declare module '#platform/postgres/database.ts' {
  interface Database {
    citizen: { account_id: string; name: string; social_id: string; key_id: string | null; said_at: Date };
  }
}
