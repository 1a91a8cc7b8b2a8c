declare module '#platform/postgres/database.ts' {
  interface Database {
    feature_gate: { id: string; feature: string; contract_id: string | null; is_open: boolean; created_at: Date };
  }
}
