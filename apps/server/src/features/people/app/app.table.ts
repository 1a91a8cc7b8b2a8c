declare module '#platform/postgres/database.ts' {
  interface Database {
    app_grant: { account_id: string; app_id: string; granted_at: Date };
  }
}
