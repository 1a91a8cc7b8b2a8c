declare module '#platform/postgres/database.ts' {
  interface Database {
    citizen: { account_id: string; name: string; social_id: string; key_id: string; said_at: Date };
  }
}
