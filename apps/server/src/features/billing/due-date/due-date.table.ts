declare module '#platform/postgres/database.ts' {
  interface Database {
    due_date: { contract_id: string; id: string; from_month: string; due_days: number; created_at: Date };
  }
}

export {};
