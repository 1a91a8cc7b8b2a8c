declare module '../../../postgres/database.ts' {
  interface Database {
    request_count: { key: string; server: string; count: number; ends_at: Date };
  }
}
