declare module '#platform/postgres/database.ts' {
  interface Database {
    dead_run: { run_no: string; contract_id: string; seen_at: Date };
  }
}

export {};
