declare module '#platform/postgres/database.ts' {
  interface Database {
    contract_key: { contract_id: string; public_key: Buffer; key_id: string; secret: string; created_at: Date };
  }
}
