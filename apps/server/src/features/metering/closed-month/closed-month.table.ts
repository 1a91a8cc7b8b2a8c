declare module '#platform/postgres/database.ts' {
  interface Database {
    closed_month: { contract_id: string; month: string; closed_at: Date };
  }
}

export {};
