declare module '#platform/postgres/database.ts' {
  interface Database {
    contract_blacklist: { contract_id: string; id: string; reason: string; created_at: Date; modified_at: Date };
  }
}
