declare module '#platform/postgres/database.ts' {
  interface Database {
    portrait: { account_id: string; version: string; image: Buffer; set_at: Date };
  }
}
