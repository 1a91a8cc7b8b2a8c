declare module '#platform/postgres/database.ts' {
  interface Database {
    operator: { account_id: string; named_at: Date };
  }
}
